import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const returnsTexts = defineTexts({
  ...words,
  title: { en: 'Return {id}', ar: 'المرتجع {id}' },
  none: { en: 'No returns yet', ar: 'لا مرتجعات بعد' },
  notFound: { en: 'Return not found', ar: 'المرتجع غير موجود' },
  deletedOrder: { en: 'Deleted order', ar: 'طلب محذوف' },
  views: { en: 'Returns by status', ar: 'المرتجعات حسب الحالة' },
  open: { en: 'Open', ar: 'مفتوحة' },
  announced: { en: 'Announced', ar: 'تاريخ التسجيل' },
  onDay: { en: 'Announced on', ar: 'سُجّل يوم' },
  units: { en: 'Units', ar: 'القطع' },
  refund: { en: 'Refund', ar: 'المبلغ المردود' },
  return: { en: 'Return', ar: 'المرتجع' },
});
