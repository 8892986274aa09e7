import { defineTexts, type Language } from '../texts/define-texts.ts';
import { fillText } from '../texts/fill-text.ts';
import { words } from '../texts/words.ts';

/** The names of the API's resources, which occur in operation types and saved views. `own-` marks a shopper's own records. */
export const resourceTexts = defineTexts({
  orders: words.orders,
  'order-items': { en: 'Order items', ar: 'بنود الطلبات' },
  'order-notes': { en: 'Notes of staff', ar: 'ملاحظات الموظفين' },
  products: words.products,
  subscriptions: words.subscriptions,
  catalog: words.catalogue,
  users: words.customers,
  addresses: words.addresses,
  'own-addresses': words.addresses,
  me: { en: 'A customer’s own data', ar: 'بيانات العميل' },
  payments: { en: 'Payments', ar: 'المدفوعات' },
  returns: words.returns,
  'own-returns': words.returns,
  inventory: words.stock,
  cart: { en: 'Cart', ar: 'السلة' },
  settings: words.settings,
  'saved-views': { en: 'Saved views', ar: 'طرق العرض المحفوظة' },
  operations: words.operations,
  webhooks: words.webhooks,
  'webhook-deliveries': { en: 'Webhook deliveries', ar: 'عمليات إرسال إشعارات الويب' },
});

/** The words for one record of a resource. A resource without a word here is named by its plural. */
export const recordTexts = defineTexts({
  orders: words.order,
  'order-items': { en: 'Order item', ar: 'بند طلب' },
  'order-notes': { en: 'Note', ar: 'ملاحظة' },
  products: words.product,
  subscriptions: { en: 'Subscription', ar: 'اشتراك' },
  users: words.customer,
  addresses: words.address,
  'own-addresses': { en: 'A customer’s own address', ar: 'عنوان بواسطة العميل' },
  payments: { en: 'Payment', ar: 'دفعة' },
  returns: { en: 'Return', ar: 'مرتجع' },
  'own-returns': { en: 'A customer’s own return', ar: 'مرتجع بواسطة العميل' },
  webhooks: { en: 'Webhook', ar: 'وجهة إشعارات ويب' },
  'webhook-deliveries': { en: 'Delivery', ar: 'عملية إرسال' },
});

/**
 * The titles of operations, keyed by the second part of an operation's type: `update` in `orders.update`. `{record}` is the word
 * for the changed record.
 */
export const actionTexts = defineTexts({
  create: { en: '{record} created', ar: 'إنشاء {record}' },
  update: { en: '{record} changed', ar: 'تعديل {record}' },
  upsert: { en: '{record} created or changed', ar: 'إنشاء أو تعديل {record}' },
  delete: { en: '{record} deleted', ar: 'حذف {record}' },
  'bulk-update': { en: '{record} changed', ar: 'تعديل {record}' },
  'bulk-price': { en: '{record}: prices changed', ar: 'تغيير أسعار {record}' },
  'bulk-payment': { en: '{record} marked as paid', ar: 'تسجيل دفع {record}' },
  'bulk-delete': { en: '{record} deleted', ar: 'حذف {record}' },
  'bulk-apply': { en: '{record}: preview applied', ar: 'تطبيق معاينة {record}' },
  'bulk-undo': { en: '{record}: changes undone', ar: 'التراجع عن تغييرات {record}' },
  change: { en: '{record}: change set', ar: 'تعديل مجمّع: {record}' },
  withdraw: { en: '{record} withdrawn', ar: 'سحب {record}' },
  capture: { en: '{record} received', ar: 'استلام {record}' },
  void: { en: '{record} voided', ar: 'إلغاء {record}' },
  refund: { en: '{record} refunded', ar: 'رد مبلغ من {record}' },
  checkout: { en: '{record} placed', ar: 'تقديم {record}' },
  cancel: { en: '{record} cancelled', ar: 'إلغاء {record}' },
  set: { en: '{record} set', ar: 'ضبط {record}' },
  adjust: { en: '{record} adjusted', ar: 'تعديل {record}' },
  add: { en: 'Added to {record}', ar: 'إضافة إلى {record}' },
  remove: { en: 'Removed from {record}', ar: 'إزالة من {record}' },
  clear: { en: '{record} emptied', ar: 'إفراغ {record}' },
  ping: { en: '{record}: ping sent', ar: 'إرسال اختبار إلى {record}' },
  'rotate-secret': { en: '{record}: new secret', ar: 'مفتاح جديد: {record}' },
  replay: { en: '{record}: events replayed', ar: 'إعادة إرسال أحداث: {record}' },
  redeliver: { en: '{record} sent again', ar: 'إعادة {record}' },
});

/** "Order changed" for the operation type `orders.update`. A type that the console does not know is shown unchanged. */
export function operationType(type: string, language: Language): string {
  const [what = '', done = ''] = type.split('.');
  if (!isKeyOf(resourceTexts, what) || !isKeyOf(actionTexts, done)) return type;
  const isOne = !done.startsWith('bulk-') && isKeyOf(recordTexts, what);
  const record = isOne ? recordTexts[what] : resourceTexts[what];
  return fillText(actionTexts[done], language, { record: fillText(record, language) });
}

function isKeyOf<T extends object>(texts: T, key: string): key is keyof T & string {
  return Object.hasOwn(texts, key);
}

export const operationTexts = defineTexts({
  ofMany: { en: '{title} ({count})', ar: '{title} ({count})' },
  preview: { en: 'Preview: {title}', ar: 'معاينة: {title}' },
  unknown: { en: 'Unknown', ar: 'غير معروفة' },
  queued: { en: 'Waiting', ar: 'في الانتظار' },
  running: { en: 'Running', ar: 'قيد التنفيذ' },
  succeeded: { en: 'Done', ar: 'اكتملت' },
  partly_succeeded: { en: 'Partly done', ar: 'اكتملت جزئيًا' },
  failed: { en: 'Failed', ar: 'تعذّرت' },
  cancelled: { en: 'Cancelled', ar: 'ملغاة' },
  parked: { en: 'Parked', ar: 'معلّقة' },
  progressOf: { en: '{done} of {total} done', ar: 'أُنجز {done} من {total}' },
  changed: { en: '{count} changed', ar: 'السجلات المعدّلة: {count}' },
  unchanged: { en: '{count} unchanged', ar: 'دون تغيير: {count}' },
  notFound: { en: '{count} not found', ar: 'غير موجودة: {count}' },
  refused: { en: '{count} refused', ar: 'تعذّر تعديلها: {count}' },
  worth: { en: 'Orders worth {amount}', ar: 'قيمة الطلبات {amount}' },
  recordedAsPaid: { en: 'recorded as paid: {amount}', ar: 'يُسجّل مدفوعًا: {amount}' },
  voided: { en: 'payments voided: {amount}', ar: 'مدفوعات مُلغاة: {amount}' },
  stockBack: { en: 'back to stock: {count}', ar: 'يعود إلى المخزون: {count}' },
  stockTaken: { en: 'taken from stock: {count}', ar: 'يؤخذ من المخزون: {count}' },
  stockOfEach: { en: 'Stock of each product', ar: 'مخزون كل منتج' },
  product: { en: 'Product No. {id}', ar: 'المنتج رقم {id}' },
  notDone: { en: 'Not done', ar: 'لم تُنجز' },
  record: { en: 'No. {id}', ar: 'رقم {id}' },
  more: { en: 'and {count} more, in the report', ar: 'و{count} أخرى في التقرير' },
  waiting: { en: 'No progress right now', ar: 'لا يوجد تقدّم حاليًا' },
});
