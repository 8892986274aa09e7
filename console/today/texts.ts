import { defineTexts } from '../texts/define-texts.ts';

export const todayTexts = defineTexts({
  title: { en: 'Today', ar: 'اليوم' },
  byState: { en: 'Orders by state', ar: 'الطلبات حسب الحالة' },
  oldest: { en: 'Waiting longest', ar: 'الأطول انتظارًا' },
  nothingWaits: { en: 'No order waits', ar: 'لا طلب ينتظر' },
  cameIn: { en: 'Came in', ar: 'ما ورد' },
  cameInToday: { en: 'Orders today', ar: 'طلبات اليوم' },
  yesterday: { en: 'Yesterday: {amount}', ar: 'أمس: {amount}' },
  lastDays: { en: 'Orders of the last {count} days', ar: 'طلبات آخر {count} يومًا' },
  day: { en: 'Day', ar: 'اليوم' },
  orders: { en: 'Orders', ar: 'الطلبات' },
  order: { en: 'Order', ar: 'الطلب' },
  customer: { en: 'Customer', ar: 'العميل' },
  state: { en: 'State', ar: 'الحالة' },
  waits: { en: 'Since', ar: 'منذ' },
  total: { en: 'Total', ar: 'الإجمالي' },
  all: { en: 'All waiting orders', ar: 'كل الطلبات المنتظرة' },
  updated: { en: 'As of {at}', ar: 'حتى {at}' },
  down: { en: 'Parts of the shop', ar: 'أجزاء المتجر' },
  allWork: { en: 'Everything works', ar: 'كل شيء يعمل' },
});
