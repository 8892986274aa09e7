import type { Localized } from './kit/languages.ts';

interface AuditRule extends Localized<string> {
  /**
   * The party that repairs a finding. `schedule`: the scheduled audit. `repair`: an operator's audit with `--repair`. `proof`:
   * an audit with `--repair` if other data proves the right value, else an operator. Absent: always an operator.
   */
  repairedBy?: 'schedule' | 'repair' | 'proof';
}

const rules = {
  'record-damaged': {
    en: 'A record cannot be read: it is shown as unreadable, and every change of it is rejected. Restore it from a backup.',
    ar: 'سجل لا يمكن قراءته: يظهر غير مقروء ويُرفض كل تغيير عليه. استعده من نسخة احتياطية.',
  },
  'product-unsound': {
    en: 'The price or cost of a product is not valid, so the product cannot be sold at this price. The orders service uses its last valid copy of the product until an admin corrects the product.',
    ar: 'لمنتج سعر أو تكلفة لا يصلح البيع بها. تحتفظ الطلبات بآخر نسخة سليمة منه حتى يصححها مدير.',
  },
  'order-number-twice': {
    en: 'Two orders have the same number, or numbers that differ only in case or in the script of their digits. Give one of the orders another number.',
    ar: 'طلبان لهما الرقم نفسه، أو رقم لا يختلف إلا في حالة الأحرف أو شكل الأرقام. أعط أحدهما رقما آخر.',
  },
  'cart-ordered-twice': {
    en: 'One version of a cart became two orders. Ask the customer, and cancel one of the orders.',
    ar: 'سلة واحدة بإصدار واحد صارت طلبين. اسأل العميل وألغ أحدهما.',
  },
  'item-twice': {
    en: 'Two lines of orders have the same id. Remove one line and add it again.',
    ar: 'سطران في الطلبات لهما المعرّف نفسه. احذف أحدهما وأضفه من جديد.',
  },
  'history-differs': {
    en: 'The last entry of an order’s history is not the order’s status. Compare the entry and the status with the order’s timeline, and set the right status.',
    ar: 'آخر مدخل في تاريخ الطلب ليس حالته. قارن الاثنين بالخط الزمني للطلب واضبط الحالة الصحيحة.',
  },
  'history-missing': {
    en: 'An order has no history. Restore the order from a backup.',
    ar: 'طلب بلا تاريخ. استعد الطلب من نسخة احتياطية.',
  },
  'order-figures-differ': {
    en: 'The amounts of an order are computed from its lines, but differ from the sum of the lines and the tax. Compare the amounts with a backup, and correct them.',
    ar: 'مبالغ طلب محسوبة من أسطره، لكنها ليست ما تصل إليه الأسطر والضريبة. قارنها بنسخة احتياطية وصححها.',
  },
  'order-payments-differ': {
    en: 'An order’s paid, authorised or refunded amount is not the sum of its payments. Compare the order and its payments with a backup, and correct the wrong amount.',
    ar: 'المدفوع أو المصرّح به أو المسترد في طلب ليس ما تصل إليه مدفوعاته. قارن الاثنين بنسخة احتياطية وصحح الخطأ منهما.',
  },
  'payment-unsound': {
    en: 'A payment has more captured than authorised, or more refunded than captured, or its refunded amount is not the sum of its refunds. Compare the payment with its timeline, and correct it.',
    ar: 'دفعة حُصّل فيها أكثر مما صُرّح به، أو استُرد أكثر مما حُصّل، أو مجموع مبالغها المستردة مختلف. قارنها بخطها الزمني وصححها.',
  },
  'payment-without-order': {
    en: 'A payment names an order that does not exist. Restore the order from a backup.',
    ar: 'دفعة تشير إلى طلب غير موجود. استعد الطلب من نسخة احتياطية.',
  },
  'payment-status-differs': {
    repairedBy: 'repair',
    en: 'The list of orders has another payment status for an order than the order itself. The repair writes the status in the list again.',
    ar: 'القائمة تجد طلبا بحالة دفع ليست حالته. يكتب الإصلاح الحالة من جديد.',
  },
  'order-returns-differ': {
    en: 'The returned or refunded units of an order’s lines, or the number of its open returns, differ from its returns and refunds. Compare the order with a backup, and correct the wrong numbers.',
    ar: 'الوحدات المرتجعة أو المسترد ثمنها في بنود طلب، أو عدد مرتجعاته المفتوحة، ليست ما تقوله مرتجعاته ومبالغه المستردة. قارنها بنسخة احتياطية وصحح الخطأ منها.',
  },
  'return-unsound': {
    en: 'A return has more received units than announced units, or the last status in its history is not its current status. Compare the return with its timeline, and correct it.',
    ar: 'مرتجع وصلت فيه وحدات أكثر مما أُعلن، أو لا ينتهي تاريخه بحالته. قارنه بخطه الزمني وصححه.',
  },
  'return-without-order': {
    en: 'A return names an order that does not exist. Restore the order from a backup.',
    ar: 'مرتجع يشير إلى طلب غير موجود. استعد الطلب من نسخة احتياطية.',
  },
  'address-lost': {
    en: 'An address is missing, and no command deleted it. Orders still contain copies of the address. Restore the address from a backup.',
    ar: 'عنوان غير موجود ولم يحذفه أي أمر. في الطلبات نسخة منه؛ استعده من نسخة احتياطية.',
  },
  'user-lost': {
    en: 'A user is missing, and no command deleted the user. Restore the user from a backup.',
    ar: 'مستخدم غير موجود ولم يحذفه أي أمر. استعده من نسخة احتياطية.',
  },
  'email-key-differs': {
    repairedBy: 'proof',
    en: 'The key by which the store finds a user does not match the user’s e-mail. The repair writes the key again if a command set this e-mail and no other user has this e-mail.',
    ar: 'المفتاح الذي يُعثر به على مستخدم ليس مفتاح بريده الإلكتروني. يكتب الإصلاح المفتاح من جديد إذا كان البريد ما تركته الأوامر ولم يكن لمستخدم آخر.',
  },
  'cart-not-emptied': {
    repairedBy: 'repair',
    en: 'A cart became an order, but the cart’s version did not rise. The repair raises the version. It empties the cart only if the cart contains exactly what was ordered and was not changed since.',
    ar: 'سلة صارت طلبا ما زالت على إصدارها. ينقل الإصلاح إصدارها إلى ما بعده، ولا يفرغها إلا إذا كان فيها ما طُلب فقط ولم تتغير بعده.',
  },
  'item-row-missing': {
    repairedBy: 'proof',
    en: 'The list of items lacks a line of an order. The repair writes the line’s row from the order, unless commands gave the line values that it does not have in the order.',
    ar: 'قائمة الأصناف ينقصها سطر من طلب. يكتبه الإصلاح من الطلب إلا إذا تركت الأوامر السطر على غير ذلك.',
  },
  'item-row-differs': {
    repairedBy: 'proof',
    en: 'The row of a line in the list of items has other values than the line in its order. The repair writes the row from the order if commands set the order’s values.',
    ar: 'قائمة الأصناف تعرض سطرا على غير ما في طلبه. يكتبه الإصلاح من الطلب إذا كانت الأوامر هي التي ضبطت قيم الطلب.',
  },
  'item-row-extra': {
    repairedBy: 'proof',
    en: 'The list of items has a row for a line that its order does not have. The repair removes the row only if a command removed the line or deleted the order.',
    ar: 'في قائمة الأصناف سطر ليس في طلبه. لا يحذفه الإصلاح إلا إذا أزال أمر ذلك السطر أو حذف الطلب.',
  },
  'item-lost': {
    en: 'A line is missing in an order, and no command removed it; the list of items still has the line. Restore the line from a backup.',
    ar: 'طلب ضاع منه سطر لم يزله أي أمر، وما زال في قائمة الأصناف. استعد السطر من نسخة احتياطية.',
  },
  'order-text-differs': {
    repairedBy: 'proof',
    en: 'The search index has an old text of an order, or none. The repair writes the text again, unless the order’s texts show that the order itself was damaged.',
    ar: 'البحث يجد طلبا بنص قديم أو لا يجده. يكتب الإصلاح نصه من جديد إلا إذا دلت نصوصه على أن حقلا في الطلب قد تغيّر.',
  },
  'order-text-extra': {
    repairedBy: 'proof',
    en: 'The search index still has the text of an order that no longer exists. The repair removes the text only if a command deleted the order.',
    ar: 'البحث يعدّ طلبا غير موجود. لا يحذف الإصلاح نصه إلا إذا حذف أمر ذلك الطلب.',
  },
  'order-count-differs': {
    repairedBy: 'repair',
    en: 'The stored totals of lists differ from the number of orders. The repair counts the orders again.',
    ar: 'مجاميع القوائم ليست ما هو موجود. يعدّ الإصلاح الطلبات من جديد.',
  },
  'held-differs': {
    repairedBy: 'proof',
    en: 'A product’s held units are not the sum of the units in lines of undelivered orders. The repair counts the held units again if no command set the stored number. If a command set the number, a line or an order was lost or was changed by hand.',
    ar: 'الوحدات المحجوزة ليست ما تحجزه أسطر الطلبات الجارية. لا يعدّها الإصلاح من جديد إلا إذا غيّر سجلَ المخزون شيء غير الأوامر، وإلا فقد ضاع سطر أو طلب.',
  },
  'stock-negative': {
    en: 'A product’s stock is below zero: more units were sold than existed. Count the units on the shelf and set the stock.',
    ar: 'المخزون تحت الصفر: بيعت وحدات غير موجودة. اجرد الرف واضبط المخزون.',
  },
  'stock-differs': {
    en: 'Since the last audit, a product’s stock changed by another number than the units that orders took, and no command set the stock. Count the units on the shelf and set the stock.',
    ar: 'المخزون ليس ما كان عليه منقوصا منه ما أخذته الطلبات، ولم يضبطه أي أمر. اجرد الرف واضبط المخزون.',
  },
  'stock-missing': {
    repairedBy: 'proof',
    en: 'A product has no stock record, although orders hold units of the product or a command set its stock earlier. Without the record, the product is sold without limit. The repair writes the record from its timeline. If the timeline is incomplete, restore the record from a backup.',
    ar: 'لم يعد لمنتج سجل مخزون مع أن أسطرا تحجز منه أو أنه كان معدودا: يباع بلا حد. يكتب الإصلاح السجل من خطه الزمني، وإذا كان ناقصا فاستعده من نسخة احتياطية.',
  },
  'order-statistics-differ': {
    repairedBy: 'repair',
    en: 'The statistics of a day are not the sums of that day’s orders. The repair makes the store count all orders again.',
    ar: 'إحصاءات يوم ليست ما تصل إليه طلباته. يعيد الإصلاح عدّ الطلبات كلها.',
  },
  'counter-behind': {
    repairedBy: 'schedule',
    en: 'A sequence (a counter of ids) would assign a used id again, and creating the record would fail. The audit raises the sequence at once, but ignores a record whose id is far beyond all others. Find out who wrote such a record.',
    ar: 'تسلسل سيعطي معرّفا مرة أخرى فيفشل كل سجل يأخذ منه. يُنقل إلى الأمام فورا، لكن ليس إلى معرّف بعيد جدا عن غيره: ابحث عمّن كتب ذلك السجل.',
  },
  'order-lost': {
    en: 'An order is missing, and no command deleted it. The other data about the order is kept. Restore the order from a backup.',
    ar: 'طلب غير موجود ولم يحذفه أي أمر. يبقى ما تبقى منه. استعده من نسخة احتياطية.',
  },
  'order-made-twice': {
    en: 'Two commands reported that they created the same order. Ask the customer whether an order is missing.',
    ar: 'أمران أجابا بالطلب نفسه. اسأل العميل هل ينقصه طلب.',
  },
  'order-without-command': {
    en: 'The store has a recent order, but no record of the command that created it. Find out who wrote the order.',
    ar: 'طلب حديث لم يصنعه أمر محفوظ. ابحث عمّن كتبه.',
  },
  'product-copy-differs': {
    repairedBy: 'proof',
    en: 'The orders service’s copy of a product has other values than the product in the catalog. The repair copies the product again if commands set the catalog’s values.',
    ar: 'الطلبات تبيع منتجا على غير ما في الكتالوج. ينسخه الإصلاح من جديد إذا تركت الأوامر المنتج كذلك.',
  },
  'product-copy-extra': {
    en: 'The orders service sells a product that the catalog no longer has. Perhaps the catalog was restored from a backup. The regular comparison of copies takes the product off sale.',
    ar: 'الطلبات تبيع منتجا لم يعد في الكتالوج. هل استعيد الكتالوج؟ المقارنة الدورية توقف بيعه.',
  },
  'person-not-erased': {
    repairedBy: 'proof',
    en: 'A person was erased, but some of their data is left: the erasure took longer than a day, or the data was written afterwards. The repair starts another round of the erasure, unless the person’s timeline contains no erasure.',
    ar: 'مُحيت بيانات شخص وبقي شيء عنه: طال المحو أكثر من يوم أو كُتب بعده. يعيد الإصلاح المرور على كل شيء إلا إذا لم يكن في خطه الزمني محو.',
  },
  'ledger-behind': {
    repairedBy: 'repair',
    en: 'A record changed, but its timeline lacks the change: the record was changed by hand, or the timeline’s row was removed. The repair adds a row for the record’s version, without an author or fields.',
    ar: 'سجل تغيّر ولا يظهر ذلك في خطه الزمني: غُيّر يدويا أو حُذف مدخله. يضيف الإصلاح مدخلا لإصداره، من غير الكاتب ولا الحقول.',
  },
  'ledger-ahead': {
    en: 'A timeline has a later version than its record, because an older form of the record replaced the newer one. Every change of the record now fails. Set the record’s version to the version of its newest timeline row.',
    ar: 'في خط زمني إصدار بعد إصدار سجله: كُتبت فوقه صورة أقدم، فيفشل كل تغيير عليه. اضبط إصدار السجل على إصدار أحدث مدخل.',
  },
  'ledger-gap': {
    en: 'A timeline lacks a version between two other versions: the missing version’s row was removed, or a worker of a release before 0.6.0 made the change. A backup may contain this row.',
    ar: 'خط زمني ينقصه إصدار بين إصدارين: حُذف مدخله، أو أجرى التغيير عامل من إصدار سابق لـ 0.6.0. قد يوجد المدخل في نسخة احتياطية.',
  },
  'record-lost': {
    en: 'A product, subscription, payment or webhook endpoint, or the record of the shop’s settings is missing, and no command deleted it. Restore it from a backup.',
    ar: 'منتج أو اشتراك أو دفعة أو ويب هوك أو إعدادات المتجر غير موجودة ولم يحذفها أي أمر. استعدها من نسخة احتياطية.',
  },
  'outbox-stuck': {
    en: 'Events have waited for a long time to be published. Follow docs/operate/runbook-outbox.md.',
    ar: 'أحداث تنتظر ولا تُنشر. انظر دليل صندوق الصادر.',
  },
  'parked-unseen': {
    repairedBy: 'repair',
    en: 'The operation of a parked command has the status queued. The repair records that the command is parked.',
    ar: 'عملية أمر مركون تظهر في الانتظار. يسجل الإصلاح أنه مركون.',
  },
} satisfies Record<string, AuditRule>;

export type AuditRuleName = keyof typeof rules;

/** The audit's rules, keyed by their names in reports and metrics, each with its fault and remedy. Never rename a rule. */
export const auditRules: Readonly<Record<AuditRuleName, AuditRule>> = rules;
