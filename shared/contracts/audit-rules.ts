import type { Localized } from './kit/languages.ts';

interface AuditRule extends Localized<string> {
  /**
   * The party that repairs what the rule finds. `schedule`: the scheduled audit. `repair`: an operator's audit with `--repair`.
   * `proof`: an audit with `--repair` if other data proves the right value, else an operator. Absent: always an operator.
   */
  repairedBy?: 'schedule' | 'repair' | 'proof';
}

const rules = {
  'record-damaged': {
    en: 'A record cannot be read: it is shown as unreadable, and every change of it is rejected. Restore it from a backup.',
    ar: 'لا يمكن قراءة أحد السجلات: يُعرض على أنه غير مقروء، ويُرفض كل تغيير عليه. استعده من نسخة احتياطية.',
  },
  'product-unsound': {
    en: 'The price, the cost or a name of a product is not valid. The orders service does not copy this product. It uses the last valid copy until an admin corrects the product.',
    ar: 'سعر أحد المنتجات أو تكلفته أو أحد اسميه غير صالح. لا تنسخ خدمة الطلبات هذا المنتج، بل تستخدم آخر نسخة صالحة لديها منه إلى أن يصححه أحد المديرين.',
  },
  'order-number-twice': {
    en: 'Two orders have the same number, or numbers that differ only in case or in the script of their digits. Give one of the orders another number.',
    ar: 'لطلبين الرقم نفسه، أو رقمان لا يختلفان إلا في حالة الأحرف اللاتينية أو في شكل الأرقام (12 أو ١٢). أعطِ أحد الطلبين رقمًا آخر.',
  },
  'cart-ordered-twice': {
    en: 'One version of a cart became two orders. Ask the customer, and cancel one of the orders.',
    ar: 'تحوّل إصدار واحد من سلة إلى طلبين. اسأل العميل وألغِ أحد الطلبين.',
  },
  'item-twice': {
    en: 'Two lines of orders have the same id. Remove one line and add it again.',
    ar: 'لبندين في الطلبات المعرّف نفسه. احذف أحد البندين وأضفه من جديد.',
  },
  'history-differs': {
    en: 'The last entry of an order’s history is not the order’s status. Compare the entry and the status with the order’s timeline, and set the right status.',
    ar: 'آخر مدخل في تاريخ حالات أحد الطلبات ليس حالة الطلب. قارن المدخل والحالة بالسجل الزمني للطلب، واضبط الحالة الصحيحة.',
  },
  'history-missing': {
    en: 'An order has no history. Restore the order from a backup.',
    ar: 'أحد الطلبات بلا تاريخ حالات. استعد الطلب من نسخة احتياطية.',
  },
  'order-figures-differ': {
    en: 'The amounts of an order are computed from its lines, but differ from the sum of the lines and the tax. Compare the amounts with a backup, and correct them.',
    ar: 'مبالغ أحد الطلبات محسوبة من بنوده، لكنها لا تساوي مجموع البنود والضريبة. قارن المبالغ بنسخة احتياطية وصحّحها.',
  },
  'order-payments-differ': {
    en: 'An order’s paid, authorised or refunded amount is not the sum of its payments. Compare the order and its payments with a backup, and correct the wrong amount.',
    ar: 'المبلغ المدفوع أو المتوقع أو المسترد في أحد الطلبات لا يساوي مجموع دفعاته. قارن الطلب ودفعاته بنسخة احتياطية، وصحّح المبلغ الخطأ.',
  },
  'payment-unsound': {
    en: 'A payment has more captured than authorised, or more refunded than captured, or its refunded amount is not the sum of its refunds. Compare the payment with its timeline, and correct it.',
    ar: 'في إحدى الدفعات مبلغ محصّل أكبر من المتوقع، أو مبلغ مسترد أكبر من المحصّل، أو مبلغ مسترد لا يساوي مجموع عمليات الرد. قارن الدفعة بسجلها الزمني وصحّحها.',
  },
  'payment-without-order': {
    en: 'A payment names an order that does not exist. Restore the order from a backup.',
    ar: 'تشير إحدى الدفعات إلى طلب غير موجود. استعد الطلب من نسخة احتياطية.',
  },
  'payment-status-differs': {
    repairedBy: 'repair',
    en: 'The list of orders has another payment status for an order than the order itself. The repair writes the status in the list again.',
    ar: 'حالة دفع أحد الطلبات في قائمة الطلبات تختلف عن حالة الدفع في الطلب نفسه. يكتب الإصلاح الحالة في القائمة من جديد.',
  },
  'order-returns-differ': {
    en: 'The returned or refunded units of an order’s lines, or the number of its open returns, differ from its returns and refunds. Compare the order with a backup, and correct the wrong numbers.',
    ar: 'عدد الوحدات المرتجعة أو المسترد ثمنها في بنود أحد الطلبات، أو عدد مرتجعاته المفتوحة، لا يطابق مرتجعاته والمبالغ المردودة عنه. قارن الطلب بنسخة احتياطية وصحّح الأعداد الخطأ.',
  },
  'return-unsound': {
    en: 'A return has more received units than announced units, or the last status in its history is not its current status. Compare the return with its timeline, and correct it.',
    ar: 'عدد الوحدات المستلمة في أحد المرتجعات أكبر من العدد المسجّل للإرجاع، أو آخر حالة في تاريخه ليست حالته الحالية. قارن المرتجع بسجله الزمني وصحّحه.',
  },
  'return-without-order': {
    en: 'A return names an order that does not exist. Restore the order from a backup.',
    ar: 'يشير أحد المرتجعات إلى طلب غير موجود. استعد الطلب من نسخة احتياطية.',
  },
  'address-lost': {
    en: 'An address is missing, and no command deleted it. Orders still contain copies of the address. Restore the address from a backup.',
    ar: 'أحد العناوين غير موجود، ولم يحذفه أي أمر. ما زالت في الطلبات نسخ من العنوان. استعد العنوان من نسخة احتياطية.',
  },
  'user-lost': {
    en: 'A user is missing, and no command deleted the user. Restore the user from a backup.',
    ar: 'أحد المستخدمين غير موجود، ولم يحذفه أي أمر. استعد المستخدم من نسخة احتياطية.',
  },
  'email-key-differs': {
    repairedBy: 'proof',
    en: 'The key by which the store finds a user does not match the user’s e-mail. The repair writes the key again if a command set this e-mail and no other user has this e-mail.',
    ar: 'المفتاح الذي يجد به المتجر أحد المستخدمين لا يطابق بريده الإلكتروني. يكتب الإصلاح المفتاح من جديد إذا كان أمر قد ضبط هذا البريد ولم يكن البريد لمستخدم آخر.',
  },
  'cart-not-emptied': {
    repairedBy: 'repair',
    en: 'A cart became an order, but the cart is missing or its version did not rise. The repair raises the version. It empties the cart only if everything in the cart was ordered and the cart was not changed since.',
    ar: 'تحوّلت سلة إلى طلب، لكن السلة غير موجودة أو لم يرتفع رقم إصدارها. يرفع الإصلاح رقم الإصدار، ويفرغ السلة فقط إذا كان كل ما فيها مما طُلب ولم تتغيّر بعد ذلك.',
  },
  'item-row-missing': {
    repairedBy: 'proof',
    en: 'The list of items lacks a line of an order. The repair adds a row for this line, with the values of the line in the order. It adds no row if commands set other values for the line than the order has.',
    ar: 'أحد بنود طلب غير موجود في قائمة بنود الطلبات. يكتب الإصلاح صف البند من الطلب، إلا إذا كانت الأوامر قد ضبطت للبند قيمًا غير التي في الطلب.',
  },
  'item-row-differs': {
    repairedBy: 'proof',
    en: 'The row of a line in the list of items has other values than the line in its order. The repair writes the row from the order if commands set the order’s values.',
    ar: 'قيم صف أحد البنود في قائمة بنود الطلبات تختلف عن قيم البند في طلبه. يكتب الإصلاح الصف من الطلب إذا كانت الأوامر هي التي ضبطت قيم الطلب.',
  },
  'item-row-extra': {
    repairedBy: 'proof',
    en: 'The list of items has a row for a line that its order does not have. The repair removes the row only if a command removed the line or deleted the order.',
    ar: 'في قائمة بنود الطلبات صف لبند غير موجود في طلبه. يحذف الإصلاح الصف فقط إذا كان أمر قد أزال البند أو حذف الطلب.',
  },
  'item-lost': {
    en: 'A line is missing in an order, and no command removed it; the list of items still has the line. Restore the line from a backup.',
    ar: 'فُقد بند من أحد الطلبات ولم يُزله أي أمر، وما زال البند في قائمة بنود الطلبات. استعد البند من نسخة احتياطية.',
  },
  'order-text-differs': {
    repairedBy: 'proof',
    en: 'The search index has an old text of an order, or none. The repair writes the text again, unless the order’s texts show that the order itself was damaged.',
    ar: 'في فهرس البحث نص قديم لأحد الطلبات، أو لا نص له فيه. يكتب الإصلاح النص من جديد، إلا إذا دلّت نصوص الطلب على أن الطلب نفسه قد تلف.',
  },
  'order-text-extra': {
    repairedBy: 'proof',
    en: 'The search index still has the text of an order that no longer exists. The repair removes the text only if a command deleted the order.',
    ar: 'ما زال في فهرس البحث نص طلب لم يعد موجودًا. يحذف الإصلاح النص فقط إذا كان أمر قد حذف الطلب.',
  },
  'order-count-differs': {
    repairedBy: 'repair',
    en: 'The stored totals of lists differ from the number of orders. The repair counts the orders again.',
    ar: 'الأعداد الإجمالية المحفوظة للقوائم لا تطابق عدد الطلبات. يعدّ الإصلاح الطلبات من جديد.',
  },
  'held-differs': {
    repairedBy: 'proof',
    en: 'A product’s held units are not the sum of the units in lines of undelivered orders. The repair counts the held units again if no command set the stored number. If a command set the number, a line or an order was lost or was changed by hand.',
    ar: 'عدد الوحدات المحجوزة من أحد المنتجات لا يساوي مجموع الوحدات في بنود الطلبات التي لم تُسلَّم بعد. يعدّ الإصلاح الوحدات المحجوزة من جديد إذا لم يكن أمر قد ضبط العدد المحفوظ. أما إذا ضبطه أمر، فقد ضاع بند أو طلب أو غُيّر يدويًا.',
  },
  'stock-negative': {
    en: 'A product’s stock is below zero: more units were sold than existed. Count the units on the shelf and set the stock.',
    ar: 'مخزون أحد المنتجات أقل من الصفر: بيعت وحدات أكثر من الموجود. اجرد الوحدات على الرف واضبط المخزون.',
  },
  'stock-differs': {
    en: 'Since the last audit, a product’s stock changed by another number than the units that orders took, and no command set the stock. Count the units on the shelf and set the stock.',
    ar: 'تغيّر مخزون أحد المنتجات منذ التدقيق السابق بعدد غير عدد الوحدات التي أخذتها الطلبات، ولم يضبط أي أمر المخزون. اجرد الوحدات على الرف واضبط المخزون.',
  },
  'stock-missing': {
    repairedBy: 'proof',
    en: 'A product has no stock record, although orders hold units of the product or a command set its stock earlier. Without the record, the product is sold without limit. The repair writes the record from its timeline. If the timeline is incomplete, restore the record from a backup.',
    ar: 'ليس لأحد المنتجات سجل مخزون، مع أن الطلبات تحجز وحدات منه أو أن أمرًا ضبط مخزونه من قبل. من دون هذا السجل يُباع المنتج بلا حد. يكتب الإصلاح سجل المخزون من سجله الزمني. إذا كان السجل الزمني ناقصًا فاستعد سجل المخزون من نسخة احتياطية.',
  },
  'order-statistics-differ': {
    repairedBy: 'repair',
    en: 'The statistics of a day are not the sums of that day’s orders. The repair makes the store count all orders again.',
    ar: 'إحصاءات أحد الأيام لا تساوي مجاميع طلبات ذلك اليوم. يجعل الإصلاح المتجر يعدّ كل الطلبات من جديد.',
  },
  'counter-behind': {
    repairedBy: 'schedule',
    en: 'A sequence (a counter of ids) would assign a used id again, and creating the record would fail. The audit raises the sequence at once, but ignores a record whose id is far beyond all others. Find out who wrote such a record.',
    ar: 'أحد التسلسلات (عدّادات المعرّفات) سيعطي معرّفًا مستخدمًا من قبل، فيفشل إنشاء السجل. يرفع التدقيق التسلسل فورًا، لكنه يتجاهل أي سجل معرّفه أكبر بكثير من كل المعرّفات الأخرى. ابحث عمّن كتب مثل هذا السجل.',
  },
  'order-lost': {
    en: 'An order is missing, and no command deleted it. The other data about the order is kept. Restore the order from a backup.',
    ar: 'أحد الطلبات غير موجود، ولم يحذفه أي أمر. البيانات الأخرى عن الطلب باقية. استعد الطلب من نسخة احتياطية.',
  },
  'order-made-twice': {
    en: 'Two commands reported that they created the same order. Ask the customer whether an order is missing.',
    ar: 'أفاد أمران بأنهما أنشآ الطلب نفسه. اسأل العميل هل ينقصه طلب.',
  },
  'order-without-command': {
    en: 'The store has a recent order, but no record of the command that created it. Find out who wrote the order.',
    ar: 'في المتجر طلب حديث، لكن الأمر الذي أنشأه غير مسجّل. ابحث عمّن كتب الطلب.',
  },
  'product-copy-differs': {
    repairedBy: 'proof',
    en: 'The orders service has no copy of a product, or its copy has other values than the product in the catalog. The repair copies the product if there is no copy, or if commands set the catalog’s values.',
    ar: 'ليس لدى خدمة الطلبات نسخة من أحد المنتجات، أو تختلف قيم نسختها عن قيم المنتج في الكتالوج. ينسخ الإصلاح المنتج إذا لم تكن له نسخة، أو إذا كانت الأوامر هي التي ضبطت قيم الكتالوج.',
  },
  'product-copy-extra': {
    en: 'The orders service sells a product that the catalog no longer has. Perhaps the catalog was restored from a backup. The regular comparison of copies takes the product off sale.',
    ar: 'تبيع خدمة الطلبات منتجًا لم يعد في الكتالوج. ربما استُعيد الكتالوج من نسخة احتياطية. ستوقف المقارنة الدورية للنسخ بيع المنتج.',
  },
  'person-not-erased': {
    repairedBy: 'proof',
    en: 'A person was erased, but some of their data is left: the erasure took longer than a day, or the data was written afterwards. The repair starts another round of the erasure, unless the person’s timeline contains no erasure.',
    ar: 'مُحيت بيانات شخص، لكن بقي بعضها: استغرق المحو أكثر من يوم، أو كُتبت البيانات بعده. يبدأ الإصلاح جولة محو أخرى، إلا إذا لم يكن في السجل الزمني للشخص أي محو.',
  },
  'ledger-behind': {
    repairedBy: 'repair',
    en: 'A record changed, but its timeline lacks the change: the record was changed by hand, or the timeline’s row was removed. The repair adds a row for the record’s version, without an author or fields.',
    ar: 'تغيّر أحد السجلات ولا يظهر التغيير في سجله الزمني: غُيّر السجل يدويًا، أو أُزيل المدخل من السجل الزمني. يضيف الإصلاح مدخلًا لإصدار السجل، من دون اسم من غيّره ومن دون الحقول.',
  },
  'ledger-ahead': {
    en: 'A timeline has a later version than its record, because an older form of the record replaced the newer one. Every change of the record now fails. Set the record’s version to the version of its newest timeline row.',
    ar: 'في السجل الزمني لأحد السجلات إصدار أحدث من إصدار السجل نفسه، لأن صورة أقدم من السجل حلّت محل الأحدث. يفشل الآن كل تغيير على السجل. اضبط إصدار السجل على إصدار أحدث مدخل في سجله الزمني.',
  },
  'ledger-gap': {
    en: 'A timeline lacks a version between two other versions: the missing version’s row was removed, or a worker of a release before 0.6.0 made the change. A backup may contain this row.',
    ar: 'ينقص أحد السجلات الزمنية إصدار بين إصدارين آخرين: أُزيل مدخل الإصدار الناقص، أو أجرى التغيير معالج من إصدار للبرنامج أقدم من 0.6.0. قد يوجد هذا المدخل في نسخة احتياطية.',
  },
  'record-lost': {
    en: 'A product, subscription, payment, return or webhook endpoint, or the record of the shop’s settings is missing, and no command deleted it. Restore it from a backup.',
    ar: 'منتج أو اشتراك أو دفعة أو مرتجع أو وجهة إشعارات ويب أو سجل إعدادات المتجر غير موجود، ولم يحذفه أي أمر. استعده من نسخة احتياطية.',
  },
  'outbox-stuck': {
    en: 'Events have waited for a long time to be published. Follow docs/operate/runbook-outbox.md.',
    ar: 'أحداث تنتظر النشر منذ مدة طويلة. اتبع الخطوات في docs/operate/runbook-outbox.md.',
  },
  'parked-unseen': {
    repairedBy: 'repair',
    en: 'The operation of a parked command has the status queued. The repair records that the command is parked.',
    ar: 'عملية أحد الأوامر المعلّقة حالتها «في الانتظار». يسجّل الإصلاح أن الأمر معلّق.',
  },
} satisfies Record<string, AuditRule>;

export type AuditRuleName = keyof typeof rules;

/** The audit's rules, keyed by their names in reports and metrics, each with its fault and remedy. Never rename a rule. */
export const auditRules: Readonly<Record<AuditRuleName, AuditRule>> = rules;
