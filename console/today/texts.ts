import { defineTexts } from '../texts/define-texts.ts';

export const todayTexts = defineTexts({
  title: { en: 'Today', ar: 'اليوم' },
  byState: { en: 'Orders by state', ar: 'الطلبات حسب الحالة' },
  oldest: { en: 'Waiting longest', ar: 'الأطول انتظارًا' },
  nothingWaits: { en: 'No order waits', ar: 'لا توجد طلبات منتظرة' },
  allWaiting: { en: 'All that wait', ar: 'كل ما ينتظر' },
  cameInToday: { en: 'Came in today', ar: 'ما ورد اليوم' },
  yesterday: { en: 'Yesterday: {count}', ar: 'أمس: {count}' },
  byHour: { en: 'By hour', ar: 'حسب الساعة' },
  byHourOfNewest: { en: 'By hour, the newest {count}', ar: 'حسب الساعة، أحدث {count}' },
  lastDays: { en: 'The last {count} days', ar: 'آخر {count} أيام' },
  orders: {
    en: { one: '{count} order', other: '{count} orders' },
    ar: {
      zero: 'لا طلبات',
      one: 'طلب واحد',
      two: 'طلبان',
      few: '{count} طلبات',
      many: '{count} طلبًا',
      other: '{count} طلب',
    },
  },
  order: { en: 'Order', ar: 'الطلب' },
  customer: { en: 'Customer', ar: 'العميل' },
  state: { en: 'State', ar: 'الحالة' },
  waits: { en: 'Came in', ar: 'وقت الورود' },
  total: { en: 'Total', ar: 'الإجمالي' },
  parts: { en: 'The shop', ar: 'المتجر' },
  allWork: { en: 'Everything works', ar: 'كل شيء يعمل' },
  notWorking: { en: 'Does not work now', ar: 'لا يعمل الآن' },
  unknown: { en: 'Not known yet', ar: 'غير معروف بعد' },
});
