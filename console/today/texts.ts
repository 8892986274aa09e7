import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const todayTexts = defineTexts({
  ...words,
  byState: { en: 'Orders by state', ar: 'الطلبات حسب الحالة' },
  oldest: { en: 'Waiting longest', ar: 'الأطول انتظارًا' },
  nothingWaits: { en: 'No order waits', ar: 'لا توجد طلبات منتظرة' },
  allWaiting: { en: 'All that wait', ar: 'كل ما ينتظر' },
  cameInToday: { en: 'Came in today', ar: 'ما ورد اليوم' },
  yesterday: { en: 'Yesterday: {count}', ar: 'أمس: {count}' },
  byHour: { en: 'By hour', ar: 'حسب الساعة' },
  soldToday: { en: 'Sold: {amount}', ar: 'المبيعات: {amount}' },
  barsShow: { en: 'What the bars show', ar: 'ما تعرضه الأعمدة' },
  soldShown: { en: 'Sales', ar: 'المبيعات' },
  lastDays: { en: 'The last {count} days', ar: 'آخر {count} أيام' },
  lowStock: { en: 'Low stock', ar: 'مخزون منخفض' },
  mark: { en: 'Low at', ar: 'منخفض عند' },
  parts: { en: 'The shop', ar: 'المتجر' },
  allWork: { en: 'Everything works', ar: 'كل شيء يعمل' },
  notWorking: { en: 'Does not work now', ar: 'لا يعمل الآن' },
  unknown: { en: 'Not known yet', ar: 'غير معروف بعد' },
});
