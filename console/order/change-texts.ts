import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const changeTexts = defineTexts({
  ...words,
  changeOrder: { en: 'Change order', ar: 'تعديل الطلب' },
  changeOf: { en: 'Change order {number}', ar: 'تعديل الطلب {number}' },
  saveChange: { en: 'Save the change', ar: 'حفظ التعديل' },
  keep: { en: 'Keep', ar: 'إبقاء' },
  keepItem: { en: 'Keep {name}', ar: 'إبقاء {name}' },
  discountOfOrder: { en: 'Discount of the whole order', ar: 'خصم الطلب كله' },
  discountMore: { en: 'Spread over the items by their prices', ar: 'يُوزَّع على البنود بحسب أسعارها' },
  payBack: { en: 'Pay back the difference now: {amount}', ar: 'رد الفرق الآن: {amount}' },
  payBackMore: {
    en: 'From the newest payments. A change that pays money back cannot be undone.',
    ar: 'من أحدث الدفعات. لا يمكن التراجع عن تعديل رُدّ فيه مبلغ.',
  },
  unchanged: { en: 'Nothing is changed yet.', ar: 'لم يتغير شيء بعد.' },
  afterChange: { en: 'After the change', ar: 'بعد التعديل' },
  totalBefore: { en: 'Total before', ar: 'الإجمالي قبل التعديل' },
  newTotal: { en: 'New total', ar: 'الإجمالي الجديد' },
  paidBack: { en: 'Paid back', ar: 'المبلغ المردود' },
  due: { en: 'Due', ar: 'المستحق' },
  owed: { en: 'The shop owes the customer', ar: 'مستحق للعميل على المتجر' },
  staysAsEntered: {
    en: 'The total of this order was typed by hand, so it stays as it is.',
    ar: 'أُدخل إجمالي هذا الطلب يدويًا، لذلك يبقى كما هو.',
  },
  changed: { en: 'Order changed. New total: {total}', ar: 'عُدّل الطلب. الإجمالي الجديد: {total}' },
  changedNothing: {
    en: 'Nothing changed: the order was already like this',
    ar: 'لم يتغيّر شيء: الطلب على هذه الحال أصلًا',
  },
  changedAndPaidBack: { en: 'Order changed, {amount} paid back', ar: 'عُدّل الطلب ورُدّ {amount}' },
  changedSince: {
    en: 'Not undone: the order has changed since. Its history shows how. Change it again.',
    ar: 'لم يتم التراجع: تغيّر الطلب منذ ذلك الحين. راجع سجله الزمني ثم عدّله من جديد.',
  },
  undoChange: { en: 'Undo the change of order {number}', ar: 'التراجع عن تعديل الطلب {number}' },
  notUndone: { en: 'Not undone: {reason}', ar: 'لم يتم التراجع: {reason}' },
  stockMoves: { en: 'Stock {from} → {to}', ar: 'المخزون {from} ← {to}' },
  undone: { en: 'The change was undone', ar: 'تم التراجع عن التعديل' },
  onlyLeft: { en: 'Only {left} left in stock.', ar: 'لم يبقَ في المخزون سوى {left}.' },
  changedMore: {
    en: 'Check the new total, then save again.',
    ar: 'تحقق من الإجمالي الجديد ثم احفظ من جديد.',
  },
});
