import { defineTexts } from '../texts/define-texts.ts';

export const sessionTexts = defineTexts({
  title: { en: 'Sign in', ar: 'تسجيل الدخول' },
  again: { en: 'Your session has ended', ar: 'انتهت جلستك' },
  againMore: {
    en: 'Sign in again here: what you typed on the page is still there.',
    ar: 'سجّل الدخول مجددًا من هنا: ما كتبته في الصفحة لا يزال كما هو.',
  },
  linkHow: {
    en: 'Ask the person who runs the shop’s server for a sign-in link. A link works once, within five minutes.',
    ar: 'اطلب رابط الدخول ممن يدير خادم المتجر. يعمل الرابط مرة واحدة خلال خمس دقائق.',
  },
  linkLabel: { en: 'Sign-in link', ar: 'رابط الدخول' },
  signIn: { en: 'Sign in', ar: 'دخول' },
  signingIn: { en: 'Signing in', ar: 'جارٍ تسجيل الدخول' },
  openid: { en: 'Sign in with your account', ar: 'الدخول بحسابك' },
  openidHere: { en: 'Sign in in a new window', ar: 'الدخول في نافذة جديدة' },
  none: {
    en: 'Sign-in is not set up. Ask your administrator (AUTH_OIDC_ISSUER).',
    ar: 'لم يُهيَّأ تسجيل الدخول. اسأل مدير النظام (AUTH_OIDC_ISSUER).',
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
  problem_refused: {
    en: 'The sign-in service did not let you in. Try again, or ask your administrator.',
    ar: 'لم تسمح لك خدمة تسجيل الدخول بالدخول. حاول مجددًا، أو اسأل مدير النظام.',
  },
  problem_expired: {
    en: 'Signing in took longer than ten minutes, or began in another browser. Try again.',
    ar: 'استغرق الدخول أكثر من عشر دقائق، أو بدأ في متصفح آخر. حاول مجددًا.',
  },
  problem_no_access: {
    en: 'Your account may not use the console. Ask your administrator for access (admin or admin:read).',
    ar: 'لا يحق لحسابك استخدام لوحة التحكم. اطلب الصلاحية من مدير النظام (admin أو admin:read).',
  },
  problem_provider_away: {
    en: 'The sign-in service cannot be reached. Try again shortly.',
    ar: 'تعذّر الوصول إلى خدمة تسجيل الدخول. حاول مجددًا بعد قليل.',
  },
  problem_redis_away: {
    en: 'Sign-in is not available now. Try again shortly, or ask your administrator (Redis).',
    ar: 'تسجيل الدخول غير متاح الآن. حاول مجددًا بعد قليل، أو اسأل مدير النظام (Redis).',
  },
});
