import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const unsentTexts = defineTexts({
  ...words,
  kept: {
    en: 'Not saved yet: the store takes no changes right now',
    ar: 'لم يُحفظ بعد: المتجر لا يستقبل التغييرات الآن',
  },
  keptUnknown: { en: 'Not sure yet whether it is saved', ar: 'ليس مؤكدًا بعد أنه حُفظ' },
  keptMore: {
    en: 'Your change is kept here and sent again every few seconds; it is done once. Leave this page open.',
    ar: 'تعديلك محفوظ هنا ويُعاد إرساله كل بضع ثوانٍ، ويُنفَّذ مرة واحدة. أبقِ هذه الصفحة مفتوحة.',
  },
  tryNow: { en: 'Try now', ar: 'إعادة المحاولة الآن' },
  giveUp: { en: 'Do not save', ar: 'عدم الحفظ' },
  signedOut: { en: 'Not saved: you were signed out', ar: 'لم يُحفظ: انتهت جلستك' },
  signedOutMore: {
    en: 'Sign in again, then send it again. Nothing you typed is lost.',
    ar: 'سجّل الدخول من جديد ثم أعد الإرسال. لم يضع شيء مما كتبته.',
  },
});
