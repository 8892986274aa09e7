import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const settingsTexts = defineTexts({
  ...words,
  shop: { en: 'On slips and invoices', ar: 'على القسائم والفواتير' },
  shop_name: { en: 'Name of the shop', ar: 'اسم المتجر' },
  shop_address: words.address,
  shop_footer: { en: 'Footer', ar: 'التذييل' },
  fixed: {
    en: 'Amounts are in {currency}, days in {zone}: the person who runs the server sets these.',
    ar: 'المبالغ بعملة {currency} والأيام بتوقيت {zone}: يحددهما من يدير الخادم.',
  },
  templates: { en: 'Reasons to choose from', ar: 'أسباب جاهزة للاختيار' },
  templatesMore: {
    en: 'They stand ready where an order is rejected or cancelled.',
    ar: 'تظهر جاهزة عند رفض طلب أو إلغائه.',
  },
  template: { en: 'Reason {number} ({language})', ar: 'السبب {number} ({language})' },
  templateRemoved: { en: 'Reason {number} removed', ar: 'إزالة السبب {number}' },
  removeTemplate: { en: 'Remove reason {number}', ar: 'إزالة السبب {number}' },
  addTemplate: { en: 'Add a reason', ar: 'إضافة سبب' },
  noTemplates: { en: 'There is no reason yet', ar: 'لا يوجد سبب بعد' },
  views: { en: 'Your saved views', ar: 'طرق العرض التي حفظتها' },
  noViews: {
    en: 'You have saved none yet. The list of orders saves what it shows.',
    ar: 'لم تحفظ شيئًا بعد. تُحفظ طريقة العرض من قائمة الطلبات.',
  },
  viewTaken: { en: 'Another view has this name.', ar: 'هذا الاسم لطريقة عرض أخرى.' },
  viewList: { en: 'List', ar: 'القائمة' },
  viewActions: { en: 'Change', ar: 'تعديل' },
  rename: { en: 'Rename', ar: 'إعادة تسمية' },
  renameOf: { en: 'Rename {name}', ar: 'إعادة تسمية {name}' },
  deleteOf: { en: 'Delete {name}', ar: 'حذف {name}' },
  deleteAsked: { en: 'Delete the view {name}?', ar: 'حذف طريقة العرض {name}؟' },
  changedMeanwhile: {
    en: 'Your views changed meanwhile, in another window perhaps. They are shown as they are now: do it again.',
    ar: 'تغيّرت طرق العرض في هذه الأثناء، ربما في نافذة أخرى. المعروض حالتها الآن: أعد المحاولة.',
  },
  signedIn: { en: 'Who is signed in', ar: 'من سجّل الدخول' },
  sessionCount: { en: 'Browsers', ar: 'المتصفحات' },
  lastSignIn: { en: 'Last signed in', ar: 'آخر تسجيل دخول' },
  signOutActions: { en: 'Sign out', ar: 'تسجيل الخروج' },
  signOutEverywhere: { en: 'Sign out everywhere', ar: 'تسجيل الخروج من كل المتصفحات' },
  signOutOf: { en: 'Sign out everywhere: {name}', ar: 'تسجيل الخروج من كل المتصفحات: {name}' },
  signOutAsked: { en: 'Sign {name} out everywhere?', ar: 'تسجيل خروج {name} من كل المتصفحات؟' },
  signOutMore: {
    en: 'They have to sign in again in every browser. What they have typed stays on their pages.',
    ar: 'سيلزم تسجيل الدخول من جديد في كل متصفح. ويبقى ما كُتب في الصفحات المفتوحة.',
  },
  webhooksMore: {
    en: 'Other systems hear of what happens here: the store sends it to their URLs.',
    ar: 'تعرف الأنظمة الأخرى بما يحدث هنا: يرسله المتجر إلى عناوينها.',
  },
  toWebhooks: { en: 'To the endpoints', ar: 'إلى الوجهات' },
});
