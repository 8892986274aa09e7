/**
 * Arabic details for error responses, keyed by the English text in code and stored outcomes. `:name` is a placeholder for a
 * variable part. Its value is copied if both texts have the placeholder.
 */
export const arabicDetails: Readonly<Record<string, string>> = {
  // Routes
  'The route :route could not be found.': 'تعذّر العثور على المسار :route.',
  'The :method method is not supported for route :route. Supported methods: :methods.':
    'الطريقة :method غير مدعومة للمسار :route. الطرق المدعومة: :methods.',
  'This API answers with application/json.': 'تجيب هذه الواجهة بصيغة application/json.',
  'This list answers with :types.': 'تجيب هذه القائمة بالصيغ: :types.',

  // Bodies
  'The body is not JSON: :reason': 'محتوى الطلب ليس JSON صالحًا: :reason',
  'The body must be a JSON object.': 'يجب أن يكون محتوى الطلب كائن JSON.',
  'The body is not UTF-8.': 'محتوى الطلب ليس بترميز UTF-8.',
  'The body ended before it was complete.': 'انتهى محتوى الطلب قبل اكتماله.',
  'The body is not :encoding data, or is cut short.': 'محتوى الطلب ليس بيانات :encoding، أو أنه مبتور.',
  'The body may be :limit bytes long, no longer.': 'يجب أن لا يتجاوز طول محتوى الطلب :limit بايت.',
  'The body may hold :limit values, no more.': 'يجب أن لا يحتوي محتوى الطلب على أكثر من :limit قيمة.',
  'The client left before its body was read.': 'أُغلق الاتصال قبل قراءة محتوى الطلب.',
  'A field is not percent-encoded UTF-8.': 'أحد الحقول ليس UTF-8 بترميز النسبة المئوية.',
  'Data may nest :depth levels deep, no further.': 'يجب أن لا يتجاوز تداخل البيانات :depth مستويات.',
  "The multipart body can't be read: :reason": 'تعذّرت قراءة محتوى multipart: :reason',
  'The content encoding :encoding is not supported. Use gzip, deflate, br or none.':
    'ترميز المحتوى :encoding غير مدعوم. استخدم gzip أو deflate أو br، أو لا تستخدم أي ترميز.',
  'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, in UTF-8.':
    'أرسل المحتوى بصيغة application/json أو application/x-www-form-urlencoded أو multipart/form-data، بترميز UTF-8.',
  'You have sent :limit bytes of large bodies that are still to be read. Send fewer at once.':
    'أرسلت :limit بايت من المحتويات الكبيرة التي لم تُقرأ بعد. أرسل أقل في المرة الواحدة.',
  'Too many large bodies are waiting to be read. Try again shortly.':
    'محتويات كبيرة كثيرة بانتظار القراءة. أعد المحاولة بعد قليل.',

  // Heads and queries
  'The request is not HTTP that can be read.': 'الطلب ليس HTTP قابلاً للقراءة.',
  'A query may have :limit parameters, no more.': 'يجب أن لا يحتوي الرابط على أكثر من :limit معامل.',
  'A request may have :limit headers, no more.': 'يجب أن لا يحتوي الطلب على أكثر من :limit حقل رأس.',
  'The header :name may be :limit characters long, no longer.':
    'يجب أن لا يتجاوز طول حقل الرأس :name :limit حرفًا.',
  'The header :name may be sent once.': 'يجب أن يُرسل حقل الرأس :name مرة واحدة.',
  'The header host is missing.': 'حقل الرأس host مفقود.',
  'The header host names no host.': 'حقل الرأس host لا يسمّي مضيفًا.',
  'The URL of the request cannot be read.': 'تعذّرت قراءة رابط الطلب.',
  'The path of a URL may be :limit characters long, no longer.':
    'يجب أن لا يتجاوز طول مسار الرابط :limit حرفًا.',
  'The query of a URL may be :limit characters long, no longer.':
    'يجب أن لا يتجاوز طول معاملات الرابط :limit حرفًا.',

  // Limits
  'You have :limit reads under way and may have no more. Read their answers to the end first.':
    'لديك :limit قراءة جارية، وهذا هو الحد الأقصى. أكمل قراءة إجاباتها أولاً.',
  'You have :limit answers of this kind under way and may have no more at once. Read them to the end first.':
    'لديك :limit إجابة جارية من هذا النوع، وهذا هو الحد الأقصى. أكمل قراءتها أولاً.',
  'Too many answers of this kind are being read. Try again shortly.':
    'تُقرأ الآن إجابات كثيرة من هذا النوع. أعد المحاولة بعد قليل.',
  'You have :count unfinished operations and may have :limit. Wait until some are done, or cancel them.':
    'لديك :count عملية غير منتهية، والحد الأقصى :limit. انتظر حتى ينتهي بعضها أو ألغِها.',
  'You have :limit streams of events open and may have no more. Close some first.':
    'لديك :limit بثًا مفتوحًا للأحداث، وهذا هو الحد الأقصى. أغلق بعضها أولاً.',

  // Parked operations
  'The operation is :status, not parked.': 'حالة العملية :status، وليست متوقفة بانتظار قرار.',
  'The message of this operation is not among the parked ones now: another process holds it, or it is being tried again.':
    'رسالة هذه العملية ليست بين الرسائل المتوقفة الآن: يمسكها شخص آخر أو تُعاد محاولتها.',
  'It stays parked. :why Redrive it with force, or discard it.':
    'تبقى متوقفة. :why أعد محاولتها مع force، أو تخلّ عنها.',
  'It was accepted at :at, over :days days ago: whether it was done then may be forgotten.':
    'قُبلت في :at، قبل أكثر من :days أيام: قد لا يُعرف إن كانت نُفّذت حينها.',
  'It was accepted at :at, over :days days ago: whether it was done then may be forgotten. :more':
    'قُبلت في :at، قبل أكثر من :days أيام: قد لا يُعرف إن كانت نُفّذت حينها. :more',
  ':name was deleted by :by at :at.': 'حذف :by السجل :name في :at.',
  ':name is gone since.': 'لم يعد السجل :name موجودًا.',
  ':name has changed since: :changes.': 'تغيّر السجل :name منذ ذلك الحين: :changes.',

  // Unavailable parts
  'The identity provider does not answer, so no one can sign in. Try again shortly.':
    'تعذّر الوصول إلى مزوّد الهوية، فلا يمكن لأحد تسجيل الدخول. أعد المحاولة بعد قليل.',
  'Redis does not answer, so no one can sign in or out. Try again shortly.':
    'تعذّر الوصول إلى Redis، فلا يمكن لأحد تسجيل الدخول أو الخروج. أعد المحاولة بعد قليل.',
  'The identity provider cannot be reached, so tokens cannot be checked.':
    'تعذّر الوصول إلى مزوّد الهوية، فلا يمكن التحقق من الرموز.',
  'The message broker cannot be reached. Nothing was accepted; try again shortly.':
    'تعذّر الوصول إلى وسيط الرسائل. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  'The message broker is short of memory or disk space and takes nothing more. Nothing was accepted; try again shortly.':
    'وسيط الرسائل يعاني نقصًا في الذاكرة أو مساحة القرص ولا يقبل المزيد. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  'The store has more commands waiting than it can take. Nothing was accepted; try again shortly.':
    'لدى المتجر أوامر منتظرة أكثر مما يستطيع قبوله. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  'The :service service cannot be reached. Try again shortly.':
    'تعذّر الوصول إلى خدمة :service. أعد المحاولة بعد قليل.',
  'The :service service is of a release without rehearsals. Try again when it is upgraded.':
    'خدمة :service من إصدار لا يجرّب الطلبات قبل إرسالها. أعد المحاولة بعد ترقيتها.',
  'The :service service is of a release without files. Ask for JSON, or try again when it is upgraded.':
    'خدمة :service من إصدار لا يصدّر الملفات. اطلب JSON، أو أعد المحاولة بعد ترقيتها.',
  'The disk of the :service service’s database is almost full. Nothing was accepted; try again when there is room.':
    'قرص قاعدة بيانات خدمة :service ممتلئ تقريبًا. لم يُقبل شيء؛ أعد المحاولة حين تتوفر مساحة.',
  'The :service service cannot be asked yet whether this gateway has its keys. Nothing was accepted; try again shortly.':
    'لا يمكن بعد سؤال خدمة :service هل مفاتيح هذه البوابة هي مفاتيحها. لم يُقبل شيء؛ أعد المحاولة بعد قليل.',
  'The database of the :service service cannot be reached.': 'تعذّر الوصول إلى قاعدة بيانات خدمة :service.',

  // Records
  'The record is at version :version now. Read it again, then retry with its new ETag.':
    'السجل الآن في الإصدار :version. اقرأه من جديد ثم أعد المحاولة باستخدام ETag الجديد.',
  // Stored outcomes from releases whose details contained no remedy.
  'The record is at version :version.': 'السجل الآن في الإصدار :version.',
  'The operation is :status and can no longer be cancelled.':
    'حالة العملية :status ولم يعد بالإمكان إلغاؤها.',
  'Only bulk work can be applied or taken back.': 'لا يمكن تطبيق أو استرجاع إلا العمليات الجماعية.',
  'The record was changed by :by at :at, after the operation, so that it is not given back. Look at its timeline, then change it by hand.':
    'غيّر :by السجل في :at بعد العملية، فلم يُسترجع. راجع سجل أحداثه ثم عدّله يدويًا.',
  'Only a rehearsal can be applied: bulk work that was sent with dry_run.':
    'لا يمكن تطبيق إلا معاينة: عملية جماعية أُرسلت مع dry_run.',
  'The rehearsal was applied before.': 'سبق تطبيق هذه المعاينة.',
  'The operation is being given back already.': 'يجري استرجاع هذه العملية بالفعل.',
  // Stored outcomes from releases before 0.6.0.
  'The rehearsal was applied before, by operation :operation.':
    'سبق تطبيق هذه المعاينة في العملية :operation.',
  'The rehearsal is not at its end yet. Wait for it, then apply it.':
    'لم تنتهِ المعاينة بعد. انتظر انتهاءها ثم طبّقها.',
  'The rehearsal would change nothing.': 'لن تغيّر هذه المعاينة شيئًا.',
  'The rehearsal did not come to its end. Rehearse it again.': 'لم تكتمل المعاينة. أعد المعاينة.',
  'The rehearsal is over a day old. Rehearse it again.': 'مضى على المعاينة أكثر من يوم. أعد المعاينة.',
  'It was rehearsed by an earlier release. Rehearse it again.': 'أُجريت المعاينة بإصدار سابق. أعد المعاينة.',
  'A rehearsal changed nothing: there is nothing to take back.': 'المعاينة لم تغيّر شيئًا، فلا شيء لاسترجاعه.',
  'The operation is not at its end yet. Wait for it or cancel it first.':
    'لم تنتهِ العملية بعد. انتظر انتهاءها أو ألغها أولًا.',
  'The operation changed nothing: there is nothing to take back.': 'لم تغيّر العملية شيئًا، فلا شيء لاسترجاعه.',
  'The operation is over 7 days old.': 'مضى على العملية أكثر من 7 أيام.',
  'Everything that the operation changed was given back before.': 'سبق استرجاع كل ما غيّرته العملية.',
  'It was done by an earlier release, which did not note what it changed.':
    'نُفّذت العملية بإصدار سابق لم يسجّل ما غيّره.',
  'Orders of this customer are still open: :numbers. Bring them to their end, then erase the customer.':
    'لا تزال طلبات لهذا العميل مفتوحة: :numbers. أنهِها أولًا، ثم امحُ العميل.',
  'What this request made was deleted by :who at :when.': 'ما أنشأه هذا الطلب حذفه :who في :when.',
  'What this request made was deleted.': 'حُذف ما أنشأه هذا الطلب.',
  ':record is damaged (:fault) and has to be restored before it can be used.':
    'السجل :record تالف (:fault)، ويجب استرجاعه قبل استخدامه.',
};

const compiled = Object.entries(arabicDetails).map(([english, arabic]) => ({
  pattern: patternOf(english),
  arabic,
}));

/** Translates a detail to Arabic. Null when the table lacks the sentence. */
export function arabicDetail(detail: string): string | null {
  for (const { pattern, arabic } of compiled) {
    const match = pattern.exec(detail);
    if (!match) continue;
    return arabic.replaceAll(/:([a-z]+)/g, (placeholder, name: string) => {
      const value = match.groups?.[name] ?? placeholder;
      // A placeholder's value may itself be a sentence, such as the reason for an error, so translate it too.
      return arabicDetail(value) ?? value;
    });
  }
  return null;
}

function patternOf(english: string): RegExp {
  const literal = english.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/:([a-z]+)/g, '(?<$1>.*)')}$`, 's');
}
