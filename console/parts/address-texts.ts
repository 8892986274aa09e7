import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const addressTexts = defineTexts({
  ...words,
  addAddress: { en: 'Add an address', ar: 'إضافة عنوان' },
  label: { en: 'Label', ar: 'التسمية' },
  labelHint: { en: 'Home, office …', ar: 'المنزل، المكتب…' },
  line1: { en: 'Street and number', ar: 'الشارع والرقم' },
  line2: { en: 'Floor, flat, landmark', ar: 'الطابق أو الشقة أو علامة قريبة' },
  countryHint: { en: 'Two letters: JO', ar: 'حرفان: JO' },
});
