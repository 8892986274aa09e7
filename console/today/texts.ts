import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const todayTexts = defineTexts({
  ...words,
  oldest: { en: 'Oldest open orders', ar: 'أقدم الطلبات المفتوحة' },
  nothingWaits: { en: 'No open orders', ar: 'لا طلبات مفتوحة' },
  inInventory: { en: 'Open in inventory', ar: 'عرض في صفحة المخزون' },
  allWaiting: { en: 'View all', ar: 'كل الطلبات المفتوحة' },
  cameInToday: { en: 'Orders today', ar: 'طلبات اليوم' },
  orderValue: { en: 'Order value', ar: 'قيمة الطلبات' },
  average: { en: 'Average order', ar: 'متوسط قيمة الطلب' },
  toShip: { en: 'To ship', ar: 'بانتظار الشحن' },
  sameAsYesterday: { en: 'the same as yesterday', ar: 'مثل أمس' },
  moreThanYesterday: {
    en: '{percent} more than yesterday by this time',
    ar: 'أكثر من أمس حتى هذه الساعة بنسبة {percent}',
  },
  lessThanYesterday: {
    en: '{percent} less than yesterday by this time',
    ar: 'أقل من أمس حتى هذه الساعة بنسبة {percent}',
  },
  sales: { en: 'Sales', ar: 'المبيعات' },
  byHour: { en: 'By hour', ar: 'حسب الساعة' },
  barsShow: { en: 'What the bars show', ar: 'ما تعرضه الأعمدة' },
  lastDays: { en: 'The last {count} days', ar: 'آخر {count} أيام' },
  lastMonths: { en: 'The last {count} months', ar: 'آخر {count} شهرًا' },
  period: { en: 'Period', ar: 'الفترة' },
  days: { en: '{count} days', ar: '{count} أيام' },
  months: { en: '{count} months', ar: '{count} شهرًا' },
  bestSellers: { en: 'Best sellers of this period', ar: 'الأكثر مبيعًا في هذه الفترة' },
  sold: { en: 'Units sold', ar: 'القطع المباعة' },
  lowStock: { en: 'Low stock', ar: 'مخزون منخفض' },
  mark: { en: 'Alert at', ar: 'حدّ التنبيه' },
});
