import { defineTexts } from '../texts/define-texts.ts';

export const sessionTexts = defineTexts({
  title: { en: 'Sign in', ar: 'تسجيل الدخول' },
  again: { en: 'Your session has ended', ar: 'انتهت جلستك' },
  againMore: {
    en: 'Sign in again here: what you typed on the page is still there.',
    ar: 'سجّل الدخول مجددًا من هنا: ما كتبته في الصفحة لا يزال كما هو.',
  },
  linkHow: {
    en: 'Ask whoever runs the shop’s server for a sign-in link: npm run console prints one. It works once, within five minutes.',
    ar: 'اطلب رابط الدخول ممن يدير خادم المتجر: يطبعه الأمر npm run console. يعمل الرابط مرة واحدة خلال خمس دقائق.',
  },
  linkLabel: { en: 'Sign-in link', ar: 'رابط الدخول' },
  signIn: { en: 'Sign in', ar: 'دخول' },
  signingIn: { en: 'Signing in', ar: 'جارٍ تسجيل الدخول' },
  openid: { en: 'Sign in with your account', ar: 'الدخول بحسابك' },
  openidHere: { en: 'Sign in in a new window', ar: 'الدخول في نافذة جديدة' },
  none: {
    en: 'Nobody can sign in here: tokens come from an identity provider, and AUTH_OIDC_ISSUER does not say which.',
    ar: 'لا يمكن لأحد الدخول من هنا: تأتي الرموز من مزوّد هوية، والإعداد AUTH_OIDC_ISSUER لا يحدده.',
  },
  link_used: {
    en: 'This link was used before. Ask for a new one.',
    ar: 'استُخدم هذا الرابط من قبل. اطلب رابطًا جديدًا.',
  },
  link_expired: {
    en: 'This link is older than five minutes. Ask for a new one.',
    ar: 'مضى على هذا الرابط أكثر من خمس دقائق. اطلب رابطًا جديدًا.',
  },
  link_invalid: {
    en: 'This is not a sign-in link of this shop. Copy the whole line.',
    ar: 'هذا ليس رابط دخول لهذا المتجر. انسخ السطر كاملًا.',
  },
  signedOut: { en: 'You are signed out.', ar: 'تم تسجيل خروجك.' },
});
