import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const frameTexts = defineTexts({
  ...words,
  storefront: { en: 'Storefront', ar: 'المتجر' },
  searchAll: { en: 'Search or go to', ar: 'بحث أو انتقال' },
  searchAllHint: { en: 'Order, customer, product or page', ar: 'طلب أو عميل أو منتج أو صفحة' },
  pages: { en: 'Pages and actions', ar: 'الصفحات والإجراءات' },
  newProduct: { en: 'New product', ar: 'منتج جديد' },
  navigation: { en: 'Main', ar: 'الرئيسية' },
  openNavigation: { en: 'Open the navigation', ar: 'فتح قائمة التنقل' },
  skip: { en: 'Skip to the content', ar: 'الانتقال إلى المحتوى' },
  scheme: { en: 'Theme', ar: 'السمة' },
  light: { en: 'Light', ar: 'فاتح' },
  dark: { en: 'Dark', ar: 'داكن' },
  auto: { en: 'System', ar: 'حسب النظام' },
  signOut: { en: 'Sign out', ar: 'تسجيل الخروج' },
  signingOut: { en: 'Signing out', ar: 'جارٍ تسجيل الخروج' },
  stillIn: { en: 'You are still signed in', ar: 'لم يتم تسجيل خروجك بعد' },
  account: { en: 'Signed in as {name}', ar: 'تم الدخول باسم {name}' },
  readOnly: { en: 'Read only', ar: 'للقراءة فقط' },
  sessionEnds: { en: 'Session ends {at}', ar: 'تنتهي الجلسة {at}' },
  sessionEndsSoon: {
    en: {
      one: 'Your session ends in a minute. Save what you are typing.',
      other: 'Your session ends in {count} minutes. Save what you are typing.',
    },
    ar: {
      zero: 'تنتهي جلستك الآن. احفظ ما تكتبه.',
      one: 'تنتهي جلستك خلال دقيقة. احفظ ما تكتبه.',
      two: 'تنتهي جلستك خلال دقيقتين. احفظ ما تكتبه.',
      few: 'تنتهي جلستك خلال {count} دقائق. احفظ ما تكتبه.',
      many: 'تنتهي جلستك خلال {count} دقيقة. احفظ ما تكتبه.',
      other: 'تنتهي جلستك خلال {count} دقيقة. احفظ ما تكتبه.',
    },
  },
  lost: {
    en: 'You’re offline. Showing the last data we have; reconnecting…',
    ar: 'أنت غير متصل. المعروض آخر ما وصل من بيانات؛ تجري إعادة الاتصال…',
  },
  offline: { en: 'You are offline', ar: 'أنت غير متصل' },
  offlineMore: {
    en: 'This page was not loaded before. It opens by itself once you are connected again.',
    ar: 'لم تُحمَّل هذه الصفحة من قبل. ستُفتح تلقائيًا عند عودة الاتصال.',
  },
  storeDown: { en: 'The store is not available.', ar: 'المتجر غير متاح.' },
  down: {
    en: 'Not available now: {parts}. Everything else is working.',
    ar: 'غير متاح الآن: {parts}. بقية المتجر تعمل.',
  },
  live: { en: 'Live', ar: 'تحديث فوري' },
  notLive: { en: 'Not live', ar: 'التحديث الفوري متوقف' },
  notLiveMore: {
    en: 'Changes do not appear at once. Reconnecting. Lists refresh every 15 seconds.',
    ar: 'لا تظهر التغييرات فورًا الآن: جارٍ إعادة الاتصال. تتجدد القوائم كل 15 ثانية.',
  },
  late: { en: 'Late', ar: 'متأخر' },
  lateMore: {
    en: 'Updates are delayed: {services}. Lists refresh every 15 seconds.',
    ar: 'التغييرات متأخرة: {services}. تتجدد القوائم كل 15 ثانية.',
  },
  sound: { en: 'Sound for new orders', ar: 'صوت عند وصول طلب' },
  notFound: { en: 'Page not found', ar: 'الصفحة غير موجودة' },
  notFoundMore: { en: 'Go to Today', ar: 'الذهاب إلى صفحة اليوم' },
  defect: { en: 'Something went wrong on this page', ar: 'حدث خطأ في هذه الصفحة' },
  defectMore: { en: 'Reload the page. What you saved is safe.', ar: 'أعد تحميل الصفحة. ما حفظته لم يُفقد.' },
  reload: { en: 'Reload', ar: 'إعادة التحميل' },
});

/** The parts of the store. Each text describes the work that stops when the part is unavailable. */
export const partWords = defineTexts({
  broker: { en: 'saving changes', ar: 'حفظ التغييرات' },
  redis: { en: 'bulk actions', ar: 'الإجراءات المجمّعة' },
  catalog: { en: 'reading the catalogue', ar: 'قراءة الكتالوج' },
  orders: { en: 'reading orders', ar: 'قراءة الطلبات' },
  catalog_workers: { en: 'changes to the catalogue (saved later)', ar: 'تغييرات الكتالوج (تُحفظ لاحقًا)' },
  orders_workers: { en: 'changes to orders (saved later)', ar: 'تغييرات الطلبات (تُحفظ لاحقًا)' },
  catalog_disk: { en: 'changes to the catalogue (its disk is full)', ar: 'تغييرات الكتالوج (قرصه ممتلئ)' },
  orders_disk: { en: 'changes to orders (their disk is full)', ar: 'تغييرات الطلبات (قرصها ممتلئ)' },
  webhooks: { en: 'reading webhooks', ar: 'قراءة إشعارات الويب' },
  webhooks_workers: { en: 'sending webhooks (sent later)', ar: 'إرسال إشعارات الويب (تُرسل لاحقًا)' },
  webhooks_disk: {
    en: 'changes to webhooks (their disk is full)',
    ar: 'تغييرات إشعارات الويب (قرصها ممتلئ)',
  },
});
