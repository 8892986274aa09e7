import { defineTexts } from '../texts/define-texts.ts';

/** Texts that every record form uses. */
export const formTexts = defineTexts({
  discard: { en: 'Discard changes', ar: 'تجاهل التغييرات' },
  saved: { en: 'Saved', ar: 'تم الحفظ' },
  unsaved: { en: 'Not saved yet', ar: 'لم يُحفظ بعد' },
  takeTheirs: { en: 'Take theirs', ar: 'اعتماد ما حفظوه' },
  saveMine: { en: 'Save mine over it', ar: 'حفظ ما كتبته فوقه' },
  nowValue: { en: '{field} is now: {value}', ar: '{field} الآن: {value}' },
  empty: { en: 'empty', ar: 'فارغ' },
  yes: { en: 'yes', ar: 'نعم' },
  no: { en: 'no', ar: 'لا' },
});
