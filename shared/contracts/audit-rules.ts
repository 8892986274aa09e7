import type { Language } from './schema-kit/languages.ts';

/** Who mends what a rule finds: the schedule by itself, `--repair` when an operator says so, or nobody but a person. */
export type MendedBy = 'schedule' | 'repair' | 'nobody';

interface AuditRuleText {
  mended: MendedBy;
  /** What is wrong, and what becomes of it. */
  means: Readonly<Record<Language, string>>;
}

/** Every rule of the audit, by its name in reports and metrics. Names are permanent. */
export const auditRules = {
  'record-damaged': {
    mended: 'nobody',
    means: {
      en: 'A record cannot be read: it is shown as unreadable, and every change of it is refused. Restore it from a backup.',
      ar: 'سجل لا يمكن قراءته: يظهر غير مقروء ويُرفض كل تغيير عليه. استعده من نسخة احتياطية.',
    },
  },
  'product-unsound': {
    mended: 'nobody',
    means: {
      en: 'A product has a price or cost that nothing can be sold by. Orders keeps its last sound copy until an admin sets it right.',
      ar: 'لمنتج سعر أو تكلفة لا يصلح البيع بها. تحتفظ الطلبات بآخر نسخة سليمة منه حتى يصححها مدير.',
    },
  },
  'order-number-twice': {
    mended: 'nobody',
    means: {
      en: 'Two orders have the same number, or one that differs in case or script of digits alone. Give one of them another.',
      ar: 'طلبان لهما الرقم نفسه، أو رقم لا يختلف إلا في حالة الأحرف أو شكل الأرقام. أعط أحدهما رقما آخر.',
    },
  },
  'cart-ordered-twice': {
    mended: 'nobody',
    means: {
      en: 'One cart at one version became two orders. Ask the customer, and cancel one.',
      ar: 'سلة واحدة بإصدار واحد صارت طلبين. اسأل العميل وألغ أحدهما.',
    },
  },
  'item-twice': {
    mended: 'nobody',
    means: {
      en: 'Two lines of orders have the same id. Remove one and add it again.',
      ar: 'سطران في الطلبات لهما المعرّف نفسه. احذف أحدهما وأضفه من جديد.',
    },
  },
  'history-differs': {
    mended: 'repair',
    means: {
      en: 'The last entry of an order’s history is not its status. The repair adds an entry that leads to the status, by which stock and lists go.',
      ar: 'آخر مدخل في تاريخ الطلب ليس حالته. يضيف الإصلاح مدخلا يؤدي إلى الحالة التي يسير عليها المخزون والقوائم.',
    },
  },
  'history-missing': {
    mended: 'repair',
    means: {
      en: 'An order has no history. The repair begins one with its status; who moved it before is lost.',
      ar: 'طلب بلا تاريخ. يبدأ الإصلاح تاريخا بحالته، ومن غيّرها من قبل مفقود.',
    },
  },
  'order-figures-differ': {
    mended: 'nobody',
    means: {
      en: 'The figures of a checkout are not what its lines and tax come to, and nobody changed them. Compare them with a backup, and set them right.',
      ar: 'مبالغ طلب شراء ليست ما تصل إليه أسطره وضريبته، ولم يغيّرها أحد. قارنها بنسخة احتياطية واضبطها.',
    },
  },
  'address-lost': {
    mended: 'nobody',
    means: {
      en: 'An address that an order names is gone, and nobody deleted it. The order has a copy of it; restore it from a backup.',
      ar: 'عنوان يذكره طلب غير موجود ولم يحذفه أحد. في الطلب نسخة منه؛ استعده من نسخة احتياطية.',
    },
  },
  'user-lost': {
    mended: 'nobody',
    means: {
      en: 'A user that an order, an address or a cart names is gone, and nobody deleted them. Restore them from a backup.',
      ar: 'مستخدم يذكره طلب أو عنوان أو سلة غير موجود ولم يحذفه أحد. استعده من نسخة احتياطية.',
    },
  },
  'email-key-differs': {
    mended: 'repair',
    means: {
      en: 'A user is found by another e-mail than theirs. The repair writes the key anew, unless another user has that e-mail.',
      ar: 'مستخدم يُعثر عليه ببريد إلكتروني غير بريده. يكتب الإصلاح المفتاح من جديد إلا إذا كان البريد لمستخدم آخر.',
    },
  },
  'cart-not-emptied': {
    mended: 'repair',
    means: {
      en: 'A cart that became an order still stands at that version. The repair moves it on, and empties it when it is the very cart that was ordered.',
      ar: 'سلة صارت طلبا ما زالت على إصدارها. ينقلها الإصلاح إلى ما بعده، ويفرغها إذا كانت السلة التي طُلبت نفسها.',
    },
  },
  'item-row-missing': {
    mended: 'repair',
    means: {
      en: 'The list of items lacks a line of an order. The repair writes it from the order.',
      ar: 'قائمة الأصناف ينقصها سطر من طلب. يكتبه الإصلاح من الطلب.',
    },
  },
  'item-row-differs': {
    mended: 'repair',
    means: {
      en: 'The list of items shows a line otherwise than its order. The repair writes it from the order.',
      ar: 'قائمة الأصناف تعرض سطرا على غير ما في طلبه. يكتبه الإصلاح من الطلب.',
    },
  },
  'item-row-extra': {
    mended: 'repair',
    means: {
      en: 'The list of items has a line that its order has not. The repair removes it.',
      ar: 'في قائمة الأصناف سطر ليس في طلبه. يحذفه الإصلاح.',
    },
  },
  'order-text-differs': {
    mended: 'repair',
    means: {
      en: 'Search finds an order by what it was, or not at all. The repair writes its text anew.',
      ar: 'البحث يجد طلبا بما كان عليه أو لا يجده. يكتب الإصلاح نصه من جديد.',
    },
  },
  'order-text-extra': {
    mended: 'repair',
    means: {
      en: 'Search counts an order that is gone. The repair removes its text.',
      ar: 'البحث يعدّ طلبا غير موجود. يحذف الإصلاح نصه.',
    },
  },
  'order-count-differs': {
    mended: 'repair',
    means: {
      en: 'The totals of lists are not what there is. The repair counts the orders again.',
      ar: 'مجاميع القوائم ليست ما هو موجود. يعدّ الإصلاح الطلبات من جديد.',
    },
  },
  'held-differs': {
    mended: 'repair',
    means: {
      en: 'Held units are not what the lines of orders under way hold. The repair counts them again.',
      ar: 'الوحدات المحجوزة ليست ما تحجزه أسطر الطلبات الجارية. يعدّها الإصلاح من جديد.',
    },
  },
  'stock-negative': {
    mended: 'nobody',
    means: {
      en: 'Stock is below zero: units were sold that were not there. Count the shelf and set the stock.',
      ar: 'المخزون تحت الصفر: بيعت وحدات غير موجودة. اجرد الرف واضبط المخزون.',
    },
  },
  'stock-differs': {
    mended: 'nobody',
    means: {
      en: 'Stock is not what it was, less what orders took since, and nobody set it. Count the shelf and set the stock.',
      ar: 'المخزون ليس ما كان عليه منقوصا منه ما أخذته الطلبات، ولم يضبطه أحد. اجرد الرف واضبط المخزون.',
    },
  },
  'stock-missing': {
    mended: 'nobody',
    means: {
      en: 'A product has no stock record any more, though lines hold units of it or it was counted: it sells without limit. Set its stock; the repair then counts what is held.',
      ar: 'لم يعد لمنتج سجل مخزون مع أن أسطرا تحجز منه أو أنه كان معدودا: يباع بلا حد. اضبط مخزونه ثم يعدّ الإصلاح المحجوز.',
    },
  },
  'order-statistics-differ': {
    mended: 'repair',
    means: {
      en: 'What statistics count of a day is not what its orders are. The repair has all orders counted anew.',
      ar: 'ما تعدّه الإحصاءات ليوم ليس ما في طلباته. يعيد الإصلاح عدّ الطلبات كلها.',
    },
  },
  'counter-behind': {
    mended: 'schedule',
    means: {
      en: 'A sequence would give an id out again, and every record that takes one fails. It is moved on at once.',
      ar: 'تسلسل سيعطي معرّفا مرة أخرى فيفشل كل سجل يأخذ منه. يُنقل إلى الأمام فورا.',
    },
  },
  'order-lost': {
    mended: 'nobody',
    means: {
      en: 'An order was accepted, is gone, and nobody deleted it. Restore it from a backup.',
      ar: 'طلب قُبل ثم اختفى ولم يحذفه أحد. استعده من نسخة احتياطية.',
    },
  },
  'order-made-twice': {
    mended: 'nobody',
    means: {
      en: 'Two commands answered with the same order. Ask the customer whether one is missing.',
      ar: 'أمران أجابا بالطلب نفسه. اسأل العميل هل ينقصه طلب.',
    },
  },
  'order-without-command': {
    mended: 'nobody',
    means: {
      en: 'A recent order was made by no command that is kept. Find out who wrote it.',
      ar: 'طلب حديث لم يصنعه أمر محفوظ. ابحث عمّن كتبه.',
    },
  },
  'product-copy-differs': {
    mended: 'repair',
    means: {
      en: 'Orders sells a product otherwise than the catalog has it. The repair copies it anew, unless the product itself is damaged.',
      ar: 'الطلبات تبيع منتجا على غير ما في الكتالوج. ينسخه الإصلاح من جديد إلا إذا كان المنتج نفسه تالفا.',
    },
  },
  'product-copy-extra': {
    mended: 'nobody',
    means: {
      en: 'Orders sells a product that the catalog has no more. Was the catalog restored? The regular comparison takes it off sale.',
      ar: 'الطلبات تبيع منتجا لم يعد في الكتالوج. هل استعيد الكتالوج؟ المقارنة الدورية توقف بيعه.',
    },
  },
  'person-not-erased': {
    mended: 'repair',
    means: {
      en: 'A person was erased, and something still tells of them: the erasure has not come to its end within a day, or somebody wrote it afterwards. The repair has everything gone through again.',
      ar: 'مُحيت بيانات شخص وما زال شيء يذكره: لم يكتمل المحو خلال يوم، أو كتبه أحدهم بعد ذلك. يعيد الإصلاح المرور على كل شيء.',
    },
  },
  'ledger-behind': {
    mended: 'repair',
    means: {
      en: 'A record changed and its timeline does not tell of it, as when a worker of a release before 0.6.0 worked after the migration. The repair writes what the record’s own log knows: who, when and which fields.',
      ar: 'سجل تغيّر ولا يذكر خطه الزمني ذلك، كأن يعمل عامل من إصدار سابق لـ 0.6.0 بعد الترحيل. يكتب الإصلاح ما يعرفه سجل التغييرات فيه: من ومتى وأي الحقول.',
    },
  },
  'ledger-ahead': {
    mended: 'nobody',
    means: {
      en: 'A timeline tells of a later version than its record is at: somebody wrote an older form over it, and every change of it fails. Set the record’s version to that of its newest row.',
      ar: 'خط زمني يذكر إصدارا بعد إصدار سجله: كتب أحدهم فوقه صورة أقدم، فيفشل كل تغيير عليه. اضبط إصدار السجل على إصدار أحدث مدخل.',
    },
  },
  'outbox-stuck': {
    mended: 'nobody',
    means: {
      en: 'Events wait and are not published. See the runbook of the outbox.',
      ar: 'أحداث تنتظر ولا تُنشر. انظر دليل صندوق الصادر.',
    },
  },
  'parked-unseen': {
    mended: 'repair',
    means: {
      en: 'A parked command’s operation reads queued. The repair writes down that it is parked.',
      ar: 'عملية أمر مركون تظهر في الانتظار. يدوّن الإصلاح أنه مركون.',
    },
  },
} as const satisfies Record<string, AuditRuleText>;

export type AuditRuleName = keyof typeof auditRules;
