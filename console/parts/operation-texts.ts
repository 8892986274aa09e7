import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

/** The resources of the API, as operation types and saved views name them. Shoppers' own addresses appear as addresses. */
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
  inventory: words.stock,
  cart: { en: 'Cart', ar: 'السلة' },
  settings: words.settings,
  'saved-views': { en: 'Saved views', ar: 'طرق العرض المحفوظة' },
  operations: words.operations,
  webhooks: words.webhooks,
  'webhook-deliveries': { en: 'Deliveries of webhooks', ar: 'عمليات إرسال الويب هوك' },
});

/** The actions of operations, named by the second part of their types. */
export const actionTexts = defineTexts({
  create: { en: 'create', ar: 'إنشاء' },
  update: { en: 'change', ar: 'تعديل' },
  delete: { en: 'delete', ar: 'حذف' },
  'bulk-update': { en: 'change many', ar: 'تعديل جماعي' },
  'bulk-price': { en: 'change many prices', ar: 'تعديل أسعار جماعي' },
  'bulk-delete': { en: 'delete many', ar: 'حذف جماعي' },
  'bulk-apply': { en: 'apply a rehearsal', ar: 'تطبيق معاينة' },
  'bulk-undo': { en: 'undo', ar: 'تراجع' },
  checkout: { en: 'checkout', ar: 'إتمام شراء' },
  cancel: { en: 'cancel', ar: 'إلغاء' },
  set: { en: 'set', ar: 'ضبط العدد' },
  adjust: { en: 'adjust', ar: 'تعديل العدد' },
  add: { en: 'add', ar: 'إضافة' },
  remove: { en: 'remove', ar: 'إزالة' },
  clear: { en: 'empty', ar: 'إفراغ' },
  ping: { en: 'send a ping', ar: 'إرسال اختبار' },
  'rotate-secret': { en: 'new secret', ar: 'مفتاح جديد' },
  replay: { en: 'send events again', ar: 'إعادة إرسال أحداث' },
  redeliver: { en: 'send again', ar: 'إعادة إرسال' },
});

/** Texts for the progress and the outcome of operations. */
export const operationTexts = defineTexts({
  unknown: { en: 'Unknown', ar: 'غير معروفة' },
  queued: { en: 'Waiting', ar: 'في الانتظار' },
  running: { en: 'Running', ar: 'قيد التنفيذ' },
  succeeded: { en: 'Done', ar: 'اكتملت' },
  partly_succeeded: { en: 'Partly done', ar: 'اكتملت جزئيًا' },
  failed: { en: 'Refused', ar: 'مرفوضة' },
  cancelled: { en: 'Cancelled', ar: 'ملغاة' },
  parked: { en: 'Parked', ar: 'معلّقة' },
  progressOf: { en: '{done} of {total} done', ar: 'أُنجز {done} من {total}' },
  changed: { en: '{count} changed', ar: 'تغيّر {count}' },
  unchanged: { en: '{count} were so already', ar: 'كان {count} كذلك من قبل' },
  notFound: { en: '{count} not found', ar: 'لم يُعثر على {count}' },
  refused: { en: '{count} refused', ar: 'رُفض {count}' },
  worth: { en: 'Orders worth {amount}', ar: 'قيمة الطلبات {amount}' },
  stockBack: { en: 'back to stock: {count}', ar: 'يعود إلى المخزون: {count}' },
  stockTaken: { en: 'taken from stock: {count}', ar: 'يؤخذ من المخزون: {count}' },
  stockOfEach: { en: 'Stock of each product', ar: 'مخزون كل منتج' },
  product: { en: 'Product No. {id}', ar: 'المنتج رقم {id}' },
  notDone: { en: 'Not done', ar: 'لم تُنجز' },
  record: { en: 'No. {id}', ar: 'رقم {id}' },
  more: { en: 'and {count} more, in the report', ar: 'و{count} أخرى في التقرير' },
  waiting: { en: 'Nothing moves now', ar: 'لا يوجد تقدّم حاليًا' },
});
