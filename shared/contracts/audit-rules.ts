import type { Localized } from './kit/languages.ts';

interface AuditRule extends Localized<string> {
  /**
   * The party that repairs a finding. `schedule`: the scheduled audit. `repair`: an audit with `--repair`. `proof`: an audit with
   * `--repair` if the right value is proven, else an operator. Default: always an operator.
   */
  repairedBy?: 'schedule' | 'repair' | 'proof';
}

const rules = {
  'record-damaged': {
    en: 'A record cannot be read: it is shown as unreadable, and every change of it is rejected. Restore it from a backup.',
    ar: 'سجل لا يمكن قراءته: يظهر غير مقروء ويُرفض كل تغيير عليه. استعده من نسخة احتياطية.',
  },
  'product-unsound': {
    en: 'The price or cost of a product is not valid, so the product cannot be sold at this price. The orders service keeps its last valid copy until an admin corrects the product.',
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
    en: 'The last entry of an order’s history is not the order’s status. Compare both with the order’s timeline, and set the status that is right.',
    ar: 'آخر مدخل في تاريخ الطلب ليس حالته. قارن الاثنين بالخط الزمني للطلب واضبط الحالة الصحيحة.',
  },
  'history-missing': {
    en: 'An order has no history. Restore the order from a backup.',
    ar: 'طلب بلا تاريخ. استعد الطلب من نسخة احتياطية.',
  },
  'order-figures-differ': {
    en: 'The figures of an order follow its lines, but are not what the lines and the tax come to. Compare them with a backup, and correct them.',
    ar: 'مبالغ طلب محسوبة من أسطره، لكنها ليست ما تصل إليه الأسطر والضريبة. قارنها بنسخة احتياطية وصححها.',
  },
  'order-payments-differ': {
    en: 'What is paid, authorised or refunded on an order is not what its payments come to. Compare both with a backup, and correct the wrong one.',
    ar: 'المدفوع أو المصرّح به أو المسترد في طلب ليس ما تصل إليه مدفوعاته. قارن الاثنين بنسخة احتياطية وصحح الخطأ منهما.',
  },
  'payment-unsound': {
    en: 'A payment has more captured than authorised, more refunded than captured, or its refunds do not add up to the refunded amount. Compare the payment with its timeline, and correct it.',
    ar: 'دفعة حُصّل فيها أكثر مما صُرّح به، أو استُرد أكثر مما حُصّل، أو مجموع مبالغها المستردة مختلف. قارنها بخطها الزمني وصححها.',
  },
  'payment-without-order': {
    en: 'A payment names an order that does not exist. Restore the order from a backup.',
    ar: 'دفعة تشير إلى طلب غير موجود. استعد الطلب من نسخة احتياطية.',
  },
  'payment-status-differs': {
    repairedBy: 'repair',
    en: 'The list finds an order by a payment status that the order does not have. The repair writes the status again.',
    ar: 'القائمة تجد طلبا بحالة دفع ليست حالته. يكتب الإصلاح الحالة من جديد.',
  },
  'order-returns-differ': {
    en: 'The returned or refunded units of an order’s lines, or the number of its open returns, are not what its returns and refunds say. Compare them with a backup, and correct the wrong one.',
    ar: 'الوحدات المرتجعة أو المسترد ثمنها في بنود طلب، أو عدد مرتجعاته المفتوحة، ليست ما تقوله مرتجعاته ومبالغه المستردة. قارنها بنسخة احتياطية وصحح الخطأ منها.',
  },
  'return-unsound': {
    en: 'More units of a return were received than announced, or the last status in its history is not its status. Compare the return with its timeline, and correct it.',
    ar: 'مرتجع وصلت فيه وحدات أكثر مما أُعلن، أو لا ينتهي تاريخه بحالته. قارنه بخطه الزمني وصححه.',
  },
  'return-without-order': {
    en: 'A return names an order that does not exist. Restore the order from a backup.',
    ar: 'مرتجع يشير إلى طلب غير موجود. استعد الطلب من نسخة احتياطية.',
  },
  'address-lost': {
    en: 'An address is missing, and no command deleted it. Orders contain a copy of the address; restore it from a backup.',
    ar: 'عنوان غير موجود ولم يحذفه أي أمر. في الطلبات نسخة منه؛ استعده من نسخة احتياطية.',
  },
  'user-lost': {
    en: 'A user is missing, and no command deleted them. Restore them from a backup.',
    ar: 'مستخدم غير موجود ولم يحذفه أي أمر. استعده من نسخة احتياطية.',
  },
  'email-key-differs': {
    repairedBy: 'proof',
    en: 'The key that finds a user by e-mail does not match the user’s e-mail. The repair writes the key again if commands set this e-mail and no other user has it.',
    ar: 'المفتاح الذي يُعثر به على مستخدم ليس مفتاح بريده الإلكتروني. يكتب الإصلاح المفتاح من جديد إذا كان البريد ما تركته الأوامر ولم يكن لمستخدم آخر.',
  },
  'cart-not-emptied': {
    repairedBy: 'repair',
    en: 'A cart that became an order still has the version that was ordered. The repair raises the version. It empties the cart only if the cart contains exactly what was ordered and was not changed since.',
    ar: 'سلة صارت طلبا ما زالت على إصدارها. ينقل الإصلاح إصدارها إلى ما بعده، ولا يفرغها إلا إذا كان فيها ما طُلب فقط ولم تتغير بعده.',
  },
  'item-row-missing': {
    repairedBy: 'proof',
    en: 'The list of items lacks a line of an order. The repair writes the row from the order, unless commands gave the line other values.',
    ar: 'قائمة الأصناف ينقصها سطر من طلب. يكتبه الإصلاح من الطلب إلا إذا تركت الأوامر السطر على غير ذلك.',
  },
  'item-row-differs': {
    repairedBy: 'proof',
    en: 'The list of items shows a line with other values than its order. The repair writes the row from the order if commands set the order’s values.',
    ar: 'قائمة الأصناف تعرض سطرا على غير ما في طلبه. يكتبه الإصلاح من الطلب إذا كانت الأوامر هي التي ضبطت قيم الطلب.',
  },
  'item-row-extra': {
    repairedBy: 'proof',
    en: 'The list of items has a line that its order does not have. The repair removes the row only if a command removed the line or deleted the order.',
    ar: 'في قائمة الأصناف سطر ليس في طلبه. لا يحذفه الإصلاح إلا إذا أزال أمر ذلك السطر أو حذف الطلب.',
  },
  'item-lost': {
    en: 'An order lost a line that no command removed; the list of items still has the line. Restore the line from a backup.',
    ar: 'طلب ضاع منه سطر لم يزله أي أمر، وما زال في قائمة الأصناف. استعد السطر من نسخة احتياطية.',
  },
  'order-text-differs': {
    repairedBy: 'proof',
    en: 'Search finds an order by an old text, or not at all. The repair writes the text again, unless the order’s texts show that a field of the order itself was changed.',
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
    en: 'The held units of a product are not the sum of the units in lines of undelivered orders. The repair counts them again if commands did not set the stored number. If commands set it, a line or an order was lost or changed by hand.',
    ar: 'الوحدات المحجوزة ليست ما تحجزه أسطر الطلبات الجارية. لا يعدّها الإصلاح من جديد إلا إذا غيّر سجلَ المخزون شيء غير الأوامر، وإلا فقد ضاع سطر أو طلب.',
  },
  'stock-negative': {
    en: 'Stock is below zero: more units were sold than existed. Count the shelf and set the stock.',
    ar: 'المخزون تحت الصفر: بيعت وحدات غير موجودة. اجرد الرف واضبط المخزون.',
  },
  'stock-differs': {
    en: 'Stock is not the earlier stock less the units that orders took since then, and no command set it. Count the shelf and set the stock.',
    ar: 'المخزون ليس ما كان عليه منقوصا منه ما أخذته الطلبات، ولم يضبطه أي أمر. اجرد الرف واضبط المخزون.',
  },
  'stock-missing': {
    repairedBy: 'proof',
    en: 'A product has no stock record, although lines of orders hold units of the product or its stock was counted. The product is therefore sold without limit. The repair writes the record from its timeline. If the timeline is incomplete, restore the record from a backup.',
    ar: 'لم يعد لمنتج سجل مخزون مع أن أسطرا تحجز منه أو أنه كان معدودا: يباع بلا حد. يكتب الإصلاح السجل من خطه الزمني، وإذا كان ناقصا فاستعده من نسخة احتياطية.',
  },
  'order-statistics-differ': {
    repairedBy: 'repair',
    en: 'The statistics of a day are not the sums of its orders. After the repair, all orders are counted again.',
    ar: 'إحصاءات يوم ليست ما تصل إليه طلباته. يعيد الإصلاح عدّ الطلبات كلها.',
  },
  'counter-behind': {
    repairedBy: 'schedule',
    en: 'A sequence would assign an id again, and every new record with such an id fails. The sequence is raised at once, but never to an id far beyond all others. If a record has an id far beyond all others, find out who wrote the record.',
    ar: 'تسلسل سيعطي معرّفا مرة أخرى فيفشل كل سجل يأخذ منه. يُنقل إلى الأمام فورا، لكن ليس إلى معرّف بعيد جدا عن غيره: ابحث عمّن كتب ذلك السجل.',
  },
  'order-lost': {
    en: 'An order is missing, and no command deleted it. The rest of its data is kept. Restore the order from a backup.',
    ar: 'طلب غير موجود ولم يحذفه أي أمر. يبقى ما تبقى منه. استعده من نسخة احتياطية.',
  },
  'order-made-twice': {
    en: 'Two commands returned the same order. Ask the customer whether an order is missing.',
    ar: 'أمران أجابا بالطلب نفسه. اسأل العميل هل ينقصه طلب.',
  },
  'order-without-command': {
    en: 'The store has a recent order, but no record of the command that created it. Find out who wrote the order.',
    ar: 'طلب حديث لم يصنعه أمر محفوظ. ابحث عمّن كتبه.',
  },
  'product-copy-differs': {
    repairedBy: 'proof',
    en: 'The orders service sells a product with other values than the catalog has. The repair copies the product again if commands set the catalog’s values.',
    ar: 'الطلبات تبيع منتجا على غير ما في الكتالوج. ينسخه الإصلاح من جديد إذا تركت الأوامر المنتج كذلك.',
  },
  'product-copy-extra': {
    en: 'The orders service sells a product that the catalog no longer has. Was the catalog restored? The regular comparison takes the product off sale.',
    ar: 'الطلبات تبيع منتجا لم يعد في الكتالوج. هل استعيد الكتالوج؟ المقارنة الدورية توقف بيعه.',
  },
  'person-not-erased': {
    repairedBy: 'proof',
    en: 'A person was erased, but some of their data is left: the erasure took longer than a day, or the data was written afterwards. The repair starts another round of the erasure, unless the person’s timeline has no erasure.',
    ar: 'مُحيت بيانات شخص وبقي شيء عنه: طال المحو أكثر من يوم أو كُتب بعده. يعيد الإصلاح المرور على كل شيء إلا إذا لم يكن في خطه الزمني محو.',
  },
  'ledger-behind': {
    repairedBy: 'repair',
    en: 'A record changed, but its timeline lacks the change: the record was changed by hand, or the row was removed. The repair adds a row for the record’s version, without author or fields.',
    ar: 'سجل تغيّر ولا يظهر ذلك في خطه الزمني: غُيّر يدويا أو حُذف مدخله. يضيف الإصلاح مدخلا لإصداره، من غير الكاتب ولا الحقول.',
  },
  'ledger-ahead': {
    en: 'A timeline has a later version than its record, because an older form of the record replaced the newer one. Every change of the record now fails. Set the record’s version to that of its newest row.',
    ar: 'في خط زمني إصدار بعد إصدار سجله: كُتبت فوقه صورة أقدم، فيفشل كل تغيير عليه. اضبط إصدار السجل على إصدار أحدث مدخل.',
  },
  'ledger-gap': {
    en: 'A timeline lacks a version between two others: the version’s row was removed, or a worker of a release before 0.6.0 made the change. A backup may have the row.',
    ar: 'خط زمني ينقصه إصدار بين إصدارين: حُذف مدخله، أو أجرى التغيير عامل من إصدار سابق لـ 0.6.0. قد يوجد المدخل في نسخة احتياطية.',
  },
  'record-lost': {
    en: 'A product, a subscription, a payment, a webhook or the shop’s settings are missing, and no command deleted them. Restore them from a backup.',
    ar: 'منتج أو اشتراك أو دفعة أو ويب هوك أو إعدادات المتجر غير موجودة ولم يحذفها أي أمر. استعدها من نسخة احتياطية.',
  },
  'outbox-stuck': {
    en: 'Events wait and are not published. Follow docs/operate/runbook-outbox.md.',
    ar: 'أحداث تنتظر ولا تُنشر. انظر دليل صندوق الصادر.',
  },
  'parked-unseen': {
    repairedBy: 'repair',
    en: 'The operation of a parked command has the status queued. The repair records that the command is parked.',
    ar: 'عملية أمر مركون تظهر في الانتظار. يسجل الإصلاح أنه مركون.',
  },
} satisfies Record<string, AuditRule>;

export type AuditRuleName = keyof typeof rules;

/** Every rule of the audit, by its name in reports and metrics, with its fault and remedy. Names are permanent. */
export const auditRules: Readonly<Record<AuditRuleName, AuditRule>> = rules;
