import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const frameTexts = defineTexts({
  ...words,
  storefront: { en: 'Storefront', ar: 'المتجر' },
  searchAll: { en: 'Search or go to', ar: 'بحث أو انتقال' },
  searchAllHint: { en: 'Order, customer, product or page', ar: 'طلب أو عميل أو منتج أو صفحة' },
  nothingFound: { en: 'Nothing found', ar: 'لم يُعثر على شيء' },
  pages: { en: 'Pages and actions', ar: 'الصفحات والإجراءات' },
  newProduct: { en: 'New product', ar: 'منتج جديد' },
  newCustomer: { en: 'New customer', ar: 'عميل جديد' },
  navigation: { en: 'Rooms', ar: 'الأقسام' },
  openNavigation: { en: 'Open the navigation', ar: 'فتح قائمة التنقل' },
  skip: { en: 'Skip to the content', ar: 'الانتقال إلى المحتوى' },
  scheme: { en: 'Light or dark', ar: 'فاتح أو داكن' },
  light: { en: 'Light', ar: 'فاتح' },
  dark: { en: 'Dark', ar: 'داكن' },
  auto: { en: 'As the device', ar: 'حسب الجهاز' },
  signOut: { en: 'Sign out', ar: 'تسجيل الخروج' },
  signingOut: { en: 'Signing out', ar: 'جارٍ تسجيل الخروج' },
  stillIn: { en: 'You are still signed in', ar: 'لم يتم تسجيل خروجك بعد' },
  account: { en: 'Signed in as {name}', ar: 'تم الدخول باسم {name}' },
  readOnly: { en: 'Read only', ar: 'للقراءة فقط' },
  sessionEnds: { en: 'Until {at}', ar: 'حتى {at}' },
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
    en: 'No connection to the shop. What is shown may be old; trying again.',
    ar: 'لا اتصال بالمتجر. قد يكون المعروض قديمًا؛ تجري إعادة المحاولة.',
  },
  offline: { en: 'You are offline', ar: 'أنت غير متصل' },
  offlineMore: {
    en: 'This page was not loaded before. It opens by itself once you are connected again.',
    ar: 'لم تُحمَّل هذه الصفحة من قبل. ستُفتح تلقائيًا عند عودة الاتصال.',
  },
  down: {
    en: 'Not working now: {parts}. The rest of the shop goes on.',
    ar: 'لا يعمل الآن: {parts}. بقية المتجر مستمرة.',
  },
  live: { en: 'Live', ar: 'مباشر' },
  notLive: { en: 'Not live', ar: 'غير مباشر' },
  notLiveMore: {
    en: 'Changes are not shown at once now: connecting again. Lists reload every few seconds.',
    ar: 'لا تظهر التغييرات فورًا الآن: جارٍ إعادة الاتصال. تُقرأ القوائم من جديد كل بضع ثوانٍ.',
  },
  late: { en: 'Late', ar: 'متأخر' },
  lateMore: {
    en: 'Changes come late: {services}. Lists reload every few seconds.',
    ar: 'التغييرات متأخرة: {services}. تُقرأ القوائم من جديد كل بضع ثوانٍ.',
  },
  sound: { en: 'Sound for new orders', ar: 'صوت عند وصول طلب' },
  notFound: { en: 'There is no such page', ar: 'لا توجد صفحة كهذه' },
  notFoundMore: { en: 'Go to today', ar: 'الذهاب إلى صفحة اليوم' },
  defect: { en: 'This page broke', ar: 'تعطّلت هذه الصفحة' },
  defectMore: {
    en: 'That is a fault of the console. Load the page again; what was saved is safe.',
    ar: 'هذا خلل في لوحة التحكم. أعد تحميل الصفحة؛ ما حفظته لم يضع.',
  },
  reload: { en: 'Load again', ar: 'إعادة التحميل' },
});
