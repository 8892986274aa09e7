import type { ExportColumn, ExportRequest, ListExport } from '../kit/exports.ts';
import { mapValues } from '../kit/json-values.ts';
import type { Language, Localized } from '../kit/languages.ts';
import { orderColumn } from './order-fields.ts';
import { productFields } from './product-fields.ts';

const words: Readonly<Record<string, Localized<string>>> = {
  ...orderColumn('export'),
  ...mapValues(productFields, (field) => field.export),
  id: { en: 'ID', ar: 'المعرّف' },
  name: { en: 'Name', ar: 'الاسم' },
  outcome: { en: 'Outcome', ar: 'النتيجة' },
  code: { en: 'Reason code', ar: 'رمز السبب' },
  message: { en: 'Reason', ar: 'السبب' },
  description: { en: 'Description', ar: 'الوصف' },
  'en.name': { en: 'Name (English)', ar: 'الاسم (بالإنجليزية)' },
  'en.description': { en: 'Description (English)', ar: 'الوصف (بالإنجليزية)' },
  'ar.name': { en: 'Name (Arabic)', ar: 'الاسم (بالعربية)' },
  'ar.description': { en: 'Description (Arabic)', ar: 'الوصف (بالعربية)' },
  price: { en: 'Price', ar: 'السعر' },
  is_active: { en: 'Active', ar: 'مفعّل' },
  available: { en: 'Available', ar: 'المتوفر' },
  created_at: { en: 'Created at', ar: 'تاريخ الإضافة' },
  updated_at: { en: 'Updated at', ar: 'تاريخ التحديث' },

  stock: { en: 'Stock', ar: 'المخزون' },
  held: { en: 'Held for orders', ar: 'المحجوز للطلبات' },
  low_stock_at: { en: 'Low stock at', ar: 'حد انخفاض المخزون' },
  low: { en: 'Stock is low', ar: 'المخزون منخفض' },

  email: { en: 'E-mail', ar: 'البريد الإلكتروني' },
  phone: { en: 'Phone', ar: 'الهاتف' },
  label: { en: 'Label', ar: 'التسمية' },
  line1: { en: 'Address line 1', ar: 'سطر العنوان الأول' },
  line2: { en: 'Address line 2', ar: 'سطر العنوان الثاني' },
  city: { en: 'City', ar: 'المدينة' },
  country: { en: 'Country', ar: 'الدولة' },

  'user.id': { en: 'Customer ID (copy)', ar: 'معرّف العميل (نسخة)' },
  'user.name': { en: 'Customer', ar: 'العميل' },
  'address.id': { en: 'Address ID (copy)', ar: 'معرّف العنوان (نسخة)' },
  'address.user_id': { en: 'Address’s customer ID', ar: 'معرّف صاحب العنوان' },
  'address.label': { en: 'Address label', ar: 'تسمية العنوان' },
  'address.line1': { en: 'Address line 1', ar: 'سطر العنوان الأول' },
  'address.line2': { en: 'Address line 2', ar: 'سطر العنوان الثاني' },
  'address.city': { en: 'City', ar: 'المدينة' },
  'address.country': { en: 'Country', ar: 'الدولة' },
  'address.phone': { en: 'Phone', ar: 'الهاتف' },
  next_statuses: { en: 'Next statuses', ar: 'الحالات التالية' },
  items_total: { en: 'Items total', ar: 'إجمالي العناصر' },

  order_id: { en: 'Order ID', ar: 'معرّف الطلب' },
  product_id: { en: 'Product ID', ar: 'معرّف المنتج' },
  'product.id': { en: 'Product ID (copy)', ar: 'معرّف المنتج (نسخة)' },
  'product.name': { en: 'Product', ar: 'المنتج' },
  'product.en.name': { en: 'Product (English)', ar: 'المنتج (بالإنجليزية)' },
  'product.ar.name': { en: 'Product (Arabic)', ar: 'المنتج (بالعربية)' },
  // Units of an item, or money of a payment.
  amount: { en: 'Amount', ar: 'الكمية أو المبلغ' },

  'items.id': { en: 'Item ID', ar: 'معرّف العنصر' },
  'items.order_id': { en: 'Item’s order ID', ar: 'معرّف طلب العنصر' },
  'items.product_id': { en: 'Product ID', ar: 'معرّف المنتج' },
  'items.product.id': { en: 'Product ID (copy)', ar: 'معرّف المنتج (نسخة)' },
  'items.product.name': { en: 'Product', ar: 'المنتج' },
  'items.product.en.name': { en: 'Product (English)', ar: 'المنتج (بالإنجليزية)' },
  'items.product.ar.name': { en: 'Product (Arabic)', ar: 'المنتج (بالعربية)' },
  'items.amount': { en: 'Amount', ar: 'الكمية' },
  'items.main_price': { en: 'Item price', ar: 'سعر العنصر' },
  'items.manufacturing_price': { en: 'Item manufacturing price', ar: 'سعر تصنيع العنصر' },
  'items.discount_amount': { en: 'Item discount', ar: 'خصم العنصر' },
  'items.returned': { en: 'Item returned', ar: 'المرتجع من العنصر' },
  'items.created_at': { en: 'Item created at', ar: 'تاريخ إضافة العنصر' },
  'items.updated_at': { en: 'Item updated at', ar: 'تاريخ تحديث العنصر' },

  provider: { en: 'Provider', ar: 'مزوّد الدفع' },
  method: { en: 'Method', ar: 'طريقة الدفع' },
  authorised: { en: 'Authorised', ar: 'المبلغ المتوقع' },
  captured: { en: 'Captured', ar: 'المحصّل' },
  refunded: { en: 'Refunded', ar: 'المسترد' },
  state: { en: 'State', ar: 'الحالة' },
  reference: { en: 'Reference', ar: 'المرجع' },
  returned: { en: 'Returned', ar: 'المرتجع' },
  refund: { en: 'Refund', ar: 'المبلغ المردود' },

  type: { en: 'Type', ar: 'النوع' },
  url: { en: 'URL', ar: 'الرابط' },
  types: { en: 'Event types', ar: 'أنواع الأحداث' },
  payload: { en: 'Payload', ar: 'المحتوى المرسل' },
  disabled_reason: { en: 'Disabled because', ar: 'سبب التعطيل' },
  event_id: { en: 'Event ID', ar: 'معرّف الحدث' },
  subject: { en: 'Subject', ar: 'الموضوع' },
  next_attempt_at: { en: 'Next attempt', ar: 'المحاولة التالية' },
  owner: { en: 'Owner', ar: 'صاحب العملية' },
  note: { en: 'Note', ar: 'ملاحظة' },
  started_at: { en: 'Started at', ar: 'تاريخ البدء' },
  finished_at: { en: 'Finished at', ar: 'تاريخ الانتهاء' },
  errors_total: { en: 'Records not done', ar: 'السجلات غير المنجزة' },
  'sums.total': { en: 'Orders’ total', ar: 'إجمالي الطلبات' },
  'sums.paid': { en: 'Recorded as paid', ar: 'سُجّل مدفوعًا' },
  'sums.stock': { en: 'Back to stock', ar: 'يعود إلى المخزون' },
  dry_run: { en: 'Rehearsal', ar: 'معاينة' },
  apply_until: { en: 'Can be applied until', ar: 'يمكن تطبيقها حتى' },
  undo_until: { en: 'Can be undone until', ar: 'يمكن التراجع عنها حتى' },
  frozen_at: { en: 'Records looked up at', ar: 'وقت تحديد السجلات' },
  applies: { en: 'Applies', ar: 'تطبّق' },
  applied_by: { en: 'Applied by', ar: 'طبّقتها' },
  undoes: { en: 'Undoes', ar: 'تتراجع عن' },
  undone_by: { en: 'Undone by', ar: 'تراجعت عنها' },
  'progress.total': { en: 'Records', ar: 'السجلات' },
  'progress.done': { en: 'Done', ar: 'المنجز' },
  'progress.failed': { en: 'Failed', ar: 'الفاشل' },
  'result.status': { en: 'Answer status', ar: 'رمز الإجابة' },
  'result.location': { en: 'Answer location', ar: 'مسار الناتج' },
  'result.changed': { en: 'Changed', ar: 'المعدَّل' },
  'result.unchanged': { en: 'Unchanged', ar: 'بلا تغيير' },
  'result.not_found': { en: 'Not found', ar: 'غير الموجود' },
  'result.refused': { en: 'Refused', ar: 'المرفوض' },
  'error.type': { en: 'Error type', ar: 'نوع الخطأ' },
  'error.title': { en: 'Error title', ar: 'عنوان الخطأ' },
  'error.status': { en: 'Error status', ar: 'رمز حالة الخطأ' },
  'error.code': { en: 'Error code', ar: 'رمز الخطأ' },
  'error.message': { en: 'Error message', ar: 'رسالة الخطأ' },
  'error.instance': { en: 'Error path', ar: 'مسار الخطأ' },
  'error.request_id': { en: 'Error request ID', ar: 'معرّف طلب الخطأ' },
  'error.allowed': { en: 'Allowed states', ar: 'الحالات المسموحة' },
  'error.version': { en: 'Error version', ar: 'إصدار السجل عند الخطأ' },
  'error.part': { en: 'Part that was down', ar: 'الجزء المتعطل' },
  'error.operation': { en: 'Error operation', ar: 'عملية الخطأ' },
  'error.limit': { en: 'Error limit', ar: 'الحد الأقصى عند الخطأ' },
  'error.unfinished': { en: 'Unfinished operations', ar: 'العمليات غير المنتهية' },
  'error.cursor': { en: 'Cursor to follow from', ar: 'مؤشر المتابعة' },
  'error.snapshot': { en: 'Lists to read again', ar: 'القوائم المطلوب قراءتها من جديد' },
};

/** The columns with a heading in both languages; all other columns use their names as headings. */
export const namedColumns: readonly string[] = Object.keys(words);

export function columnHead(name: string, language: Language): string {
  const [, side, field] = /^(before|after)\.(.+)$/.exec(name) ?? [];
  if (side !== undefined && field !== undefined)
    return `${columnHead(field, language)} (${changeWords[side as keyof typeof changeWords][language]})`;
  return words[name]?.[language] ?? name;
}

const changeWords = { before: { en: 'before', ar: 'قبل' }, after: { en: 'after', ar: 'بعد' } } as const;

const repeated: ReadonlySet<string> = new Set([
  'user.id',
  'address.id',
  'address.user_id',
  'next_statuses',
  'product.id',
  'product.en.name',
  'product.ar.name',
  'items.order_id',
  'items.product.id',
  'items.product.en.name',
  'items.product.ar.name',
]);

/** Whether an export has this column only if `fields` lists it, because it repeats another column or is rarely needed. */
function isByNameAlone(name: string): boolean {
  return repeated.has(name) || /^error\.(?!code$|message$)/.test(name);
}

export function chosenColumns(
  { columns }: Pick<ListExport, 'columns'>,
  { columns: names, rows }: Pick<ExportRequest, 'columns' | 'rows'>,
): ExportColumn[] {
  if (names === null) {
    return columns.filter(({ name, isOfLine }) => !isByNameAlone(name) && (rows === 'items' || !isOfLine));
  }
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}
