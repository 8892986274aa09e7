import type { Coded, DetailCode, DetailParams } from '#shared/contracts/details.ts';

const arabicDetails: { [Code in DetailCode]: (...params: DetailParams<Code>) => string } = {
  // Routes
  route_not_found: ({ route }) => `تعذّر العثور على المسار \u2066${route}\u2069.`,
  method_not_supported: ({ method, route, methods }) =>
    `الطريقة ${method} غير مدعومة للمسار \u2066${route}\u2069. الطرق المدعومة: ${methods}.`,
  only_json: () => 'تجيب هذه الواجهة بصيغة application/json.',
  only_forms: ({ types }) => `يجيب هذا المسار بالصيغ: ${types}.`,
  only_types: ({ types }) => `تجيب هذه القائمة بالصيغ: ${types}.`,

  // Bodies
  not_json: ({ reason }) => `محتوى الطلب ليس JSON صالحًا: ${reason}`,
  not_an_object: () => 'يجب أن يكون محتوى الطلب كائن JSON.',
  not_utf8: () => 'محتوى الطلب ليس بترميز UTF-8.',
  body_incomplete: () => 'انتهى محتوى الطلب قبل اكتماله.',
  body_not_decompressed: ({ encoding }) => `محتوى الطلب ليس بيانات ${encoding}، أو أنه مبتور.`,
  body_too_long: ({ limit }) => `يجب أن لا يتجاوز طول محتوى الطلب ${limit} بايت.`,
  too_many_values: ({ limit }) => `يجب أن لا يحتوي محتوى الطلب على أكثر من ${limit} قيمة.`,
  client_left: () => 'أُغلق الاتصال قبل قراءة محتوى الطلب.',
  field_not_decoded: ({ field }) => `الحقل ${field} ليس UTF-8 بترميز النسبة المئوية.`,
  nested_too_deep: ({ depth }) => `يجب أن لا يتجاوز تداخل البيانات ${depth} مستويات.`,
  multipart_unreadable: ({ reason }) => `تعذّرت قراءة محتوى multipart: ${reason}.`,
  encoding_not_supported: ({ encoding }) =>
    `ترميز المحتوى ${encoding} غير مدعوم. استخدم gzip أو deflate أو br، أو لا تستخدم أي ترميز.`,
  type_not_supported: () =>
    'أرسل المحتوى بصيغة application/json أو application/x-www-form-urlencoded أو multipart/form-data، بترميز UTF-8.',
  too_many_bytes_of_caller: ({ limit }) =>
    `أرسلت ${limit} بايت من المحتويات الكبيرة التي لم تُقرأ بعد. أرسل أقل في المرة الواحدة.`,
  too_many_bodies: () => 'محتويات كبيرة كثيرة بانتظار القراءة. أعد المحاولة بعد قليل.',

  // Headers and queries
  not_http: () => 'الطلب ليس HTTP قابلًا للقراءة.',
  too_many_parameters: ({ limit }) => `يجب أن لا يحتوي الرابط على أكثر من ${limit} معامل.`,
  too_many_headers: ({ limit }) => `يجب أن لا يحتوي الطلب على أكثر من ${limit} حقل رأس.`,
  header_too_long: ({ name, limit }) => `يجب أن لا يزيد طول حقل الرأس ${name} على ${limit} حرفًا.`,
  header_repeated: ({ name }) => `يجب أن يُرسل حقل الرأس ${name} مرة واحدة.`,
  host_missing: () => 'حقل الرأس host مفقود.',
  host_invalid: () => 'حقل الرأس host لا يحتوي على اسم مضيف.',
  url_unreadable: () => 'تعذّرت قراءة رابط الطلب.',
  path_not_decoded: () => 'مسار الرابط ليس UTF-8 بترميز النسبة المئوية.',
  path_too_long: ({ limit }) => `يجب أن لا يتجاوز طول مسار الرابط ${limit} حرفًا.`,
  query_too_long: ({ limit }) => `يجب أن لا يتجاوز طول معاملات الرابط ${limit} حرفًا.`,

  // Limits
  too_many_reads: ({ limit }) =>
    `عدد قراءاتك الجارية ${limit}، وهذا هو الحد الأقصى. أكمل قراءة إجاباتها أولًا.`,
  too_many_answers_of_caller: ({ limit }) =>
    `عدد إجاباتك الجارية من هذا النوع ${limit}، وهذا هو الحد الأقصى. أكمل قراءتها أولًا.`,
  too_many_answers: () => 'تُقرأ الآن إجابات كثيرة من هذا النوع. أعد المحاولة بعد قليل.',
  too_many_lists: () => 'تُقرأ الآن قوائم كاملة كثيرة. اقرأها صفحةً صفحة، أو أعد المحاولة بعد قليل.',
  too_many_operations: ({ count, limit }) =>
    `عدد عملياتك غير المنتهية ${count}، والحد الأقصى ${limit}. انتظر حتى ينتهي بعضها، أو ألغِ بعضها.`,
  too_many_streams: ({ limit }) =>
    `عدد عمليات بث الأحداث المفتوحة لديك ${limit}، وهذا هو الحد الأقصى. أغلق بعضها أولًا.`,

  // Parked operations
  operation_not_parked: ({ status }) => `حالة العملية ${status}، وليست معلّقة.`,
  message_not_parked: () =>
    'رسالة هذه العملية ليست بين الرسائل المعلّقة الآن: يعالجها برنامج آخر، أو تُعاد محاولتها.',
  message_without_origin: () =>
    'رسالة هذه العملية لا تذكر الطابور الذي جاءت منه، فلا يمكن إعادة محاولتها. تخلّ عنها بدلًا من ذلك.',
  stays_parked: ({ why }) =>
    `تبقى معلّقة. ${why.map((each) => arabicDetail(each) ?? each.detail).join(' ')} أعد محاولتها مع force، أو تخلّ عنها.`,
  accepted_long_ago: ({ at, days }) =>
    `قُبلت في \u2066${at}\u2069، قبل أكثر من ${days} أيام: ربما لم يعد معروفًا هل نُفّذت حينها.`,
  record_deleted_since: ({ name, by, at }) => `حذف ${by} السجل ${name} في \u2066${at}\u2069.`,
  record_gone_since: ({ name }) => `لم يعد السجل ${name} موجودًا.`,
  record_changed_since: ({ name, changes }) => `تغيّر السجل ${name} منذ ذلك الحين: ${changes}.`,
  operation_discarded: () => 'تخلّى عنها موظفو المتجر لأن تنفيذها تعذّر.',

  // Unavailable parts
  sign_in_without_provider: () =>
    'تعذّر الوصول إلى مزوّد الهوية، فلا يمكن لأحد تسجيل الدخول. أعد المحاولة بعد قليل.',
  sign_in_without_redis: () =>
    'تعذّر الوصول إلى Redis، فلا يمكن لأحد تسجيل الدخول أو الخروج. أعد المحاولة بعد قليل.',
  token_keys_unavailable: () => 'تعذّر الوصول إلى مزوّد الهوية، فلا يمكن التحقق من الرموز.',
  broker_unavailable: () => 'تعذّر الوصول إلى وسيط الرسائل. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  broker_blocked: () =>
    'وسيط الرسائل يعاني نقصًا في الذاكرة أو مساحة القرص ولا يقبل المزيد. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  broker_refused: () => 'أوامر كثيرة جدًا تنتظر التنفيذ. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  broker_unroutable: () => 'ليس لدى وسيط الرسائل طابور لهذا الأمر. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  service_unavailable: ({ service }) => `تعذّر الوصول إلى خدمة ${service}. أعد المحاولة بعد قليل.`,
  disk_full: ({ service }) =>
    `قرص قاعدة بيانات خدمة ${service} ممتلئ تقريبًا. لم يُقبل شيء؛ أعد المحاولة حين تتوفر مساحة.`,
  keys_not_compared: ({ service }) =>
    `لا تستطيع هذه البوابة بعد مقارنة مفاتيحها بمفاتيح خدمة ${service}. لم يُقبل شيء؛ أعد المحاولة بعد قليل.`,
  database_unavailable: ({ service }) => `تعذّر الوصول إلى قاعدة بيانات خدمة ${service}.`,

  // Operations
  operation_final: ({ status }) => `حالة العملية ${status} ولم يعد بالإمكان إلغاؤها.`,
  operation_cancelled: () => 'أُلغيت العملية ولم تغيّر شيئًا.',
  only_bulk_work: () =>
    'لا يمكن التراجع إلا عن الإجراءات المجمّعة وتعديلات الطلبات، ولا تُطبَّق إلا الإجراءات المجمّعة.',
  only_rehearsals: () => 'لا تُطبَّق إلا المعاينة: إجراء مجمّع أُرسل مع dry_run.',
  rehearsal_applied: () => 'سبق تطبيق هذه المعاينة.',
  rehearsal_unfinished: () => 'لم تنتهِ المعاينة بعد. انتظر انتهاءها ثم طبّقها.',
  rehearsal_without_changes: () => 'لن تغيّر هذه المعاينة شيئًا.',
  rehearsal_incomplete: () => 'لم تكتمل المعاينة. أعد المعاينة.',
  rehearsal_expired: () => 'مضى على المعاينة أكثر من يوم. أعد المعاينة.',
  rehearsal_without_versions: () => 'أُجريت المعاينة بإصدار سابق. أعد المعاينة.',
  undo_of_rehearsal: () => 'المعاينة لا تغيّر شيئًا، فلا شيء للتراجع عنه.',
  undo_unfinished: () => 'يجري التراجع عن هذه العملية بالفعل.',
  operation_unfinished: () => 'لم تنتهِ العملية بعد. انتظر انتهاءها أو ألغِها أولًا.',
  operation_without_changes: () => 'لم تغيّر العملية شيئًا، فلا شيء للتراجع عنه.',
  operation_expired: () => 'مضى على العملية أكثر من 7 أيام.',
  operation_without_versions: () => 'نُفّذت العملية بإصدار سابق لم يسجّل ما غيّره.',
  operation_undone: () => 'سبق التراجع عن كل ما غيّرته العملية.',
  changed_after_operation: ({ by, at }) =>
    `غيّر ${by} السجل في \u2066${at}\u2069 بعد العملية، فلم تُستعد قيمه السابقة. راجع سجله الزمني ثم عدّله يدويًا.`,

  // Records
  other_version: ({ version }) =>
    `السجل الآن في الإصدار ${version}. اقرأه من جديد ثم أعد المحاولة باستخدام ETag الجديد.`,
  not_stored_yet: () => 'لا يوجد سجل محفوظ كهذا بعد، فلا يطابقه أي إصدار. احذف If-Match لإنشائه.',
  tag_unreadable: () =>
    'القيمة في If-Match ضعيفة أو غير مقروءة، فلا تطابق أي إصدار. أرسل ETag السجل كما تنشئه هذه الواجهة، مثل \u2066"3-en"\u2069. إذا بدأت بـ \u2066W/\u2069 فقد غيّرها خادم وسيط: احذف \u2066W/\u2069.',
  created_record_deleted: () => 'حُذف ما أنشأه هذا الأمر.',
  created_record_deleted_by: ({ by, at }) => `ما أنشأه هذا الأمر حذفه ${by} في \u2066${at}\u2069.`,
  record_damaged: ({ record, fault }) => `السجل ${record} تالف (${fault})، ويجب أن يُستعاد قبل استخدامه.`,
  paid_order: ({ number, paid }) =>
    `دُفع ${paid} عن الطلب ${number}. ردّ المبلغ أو ألغِ الدفعات أولًا، ثم احذف الطلب.`,
  order_number_taken: ({ number }) =>
    `الرقم ${number} هو الآن لطلب آخر. أعطِ ذلك الطلب رقمًا آخر، ثم أعد التراجع.`,
  units_came_back: ({ item, units, product }) =>
    `عدد القطع المشمولة بمرتجعات أو المردودة قيمتها من ${product === undefined ? `البند ${item}` : `«${product.ar.name}»`}: ${units}. يجب ألا يُنقل البند إلى طلب آخر، وألا يتغيّر منتجه، وألا تقل كميته عن ذلك.`,
  open_return: ({ number }) =>
    `للطلب ${number} مرتجع لم يكتمل. ارفضه، أو سجّل استلامه ثم أغلقه، ثم احذف الطلب.`,
  change_refunded: () =>
    'ردّ هذا التعديل مبلغًا إلى العميل، فلا يمكن التراجع عنه. أرسل تعديلًا جديدًا بدلًا من ذلك.',
  open_orders: ({ numbers }) =>
    `لا تزال طلبات لهذا العميل مفتوحة: ${numbers}. أنهِها وأنهِ مرتجعاتها أولًا، وردّ ما يستحقه العميل عنها، ثم امحُ بيانات العميل.`,
  endpoint_without_secret: () => 'ليس للوجهة مفتاح سري. احذفها وأنشئها من جديد.',
  endpoint_inactive: ({ status }) => `حالة الوجهة ${status}. فعّلها أولًا.`,
  event_expired: () => 'لم يعد حدث هذا الإرسال محفوظًا.',
};

/** Returns undefined for a detail without a code, because release 0.6.0 sends and stores only the English sentence. */
export function arabicDetail({ coded }: { coded?: Coded }): string | undefined {
  const texts: Partial<Record<string, (params: never) => string>> = arabicDetails;
  return coded && texts[coded.code]?.(coded.params as never);
}
