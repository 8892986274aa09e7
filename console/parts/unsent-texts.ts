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
    en: 'This page keeps your change and sends it again every few seconds. It is saved only once. Keep this page open.',
    ar: 'تحتفظ هذه الصفحة بتعديلك وتعيد إرساله كل بضع ثوانٍ. لن يُحفظ إلا مرة واحدة. أبقِ هذه الصفحة مفتوحة.',
  },
  tryNow: { en: 'Try now', ar: 'إعادة المحاولة الآن' },
  giveUp: { en: 'Do not save', ar: 'عدم الحفظ' },
  signedOut: { en: 'Not saved: you were signed out', ar: 'لم يُحفظ: انتهت جلستك' },
  signedOutMore: {
    en: 'Sign in again, then send it again. Nothing you typed is lost.',
    ar: 'سجّل الدخول من جديد ثم أعد الإرسال. لم يُفقد شيء مما كتبته.',
  },
  acceptedSignedOut: {
    en: 'Accepted, but you were signed out before the outcome was known',
    ar: 'قُبل، لكن جلستك انتهت قبل معرفة النتيجة',
  },
  acceptedSignedOutMore: {
    en: 'Sign in again, then show the outcome. It is saved only once.',
    ar: 'سجّل الدخول من جديد ثم اعرض النتيجة. لن يُحفظ إلا مرة واحدة.',
  },
  showOutcome: { en: 'Show the outcome', ar: 'عرض النتيجة' },
});
