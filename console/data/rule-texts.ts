import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

/**
 * The messages for broken rules, keyed by the API's rule names. Each message must read well beside an input and after the field's
 * label.
 */
export const ruleTexts = defineTexts({
  required: { en: 'This is required.', ar: 'هذا الحقل مطلوب.' },
  prohibited_when: {
    en: 'Leave this empty: another field decides it.',
    ar: 'اترك هذا الحقل فارغًا، فحقل آخر يحدده.',
  },
  required_when_empty: { en: 'This is required.', ar: 'هذا الحقل مطلوب.' },
  integer: words.wholeNumber,
  numeric: words.notANumber,
  date: { en: 'Type a date.', ar: 'اكتب تاريخًا.' },
  day: { en: 'Type a date.', ar: 'اكتب تاريخًا.' },
  email: { en: 'Type a whole e-mail address.', ar: 'اكتب عنوان بريد إلكتروني كاملًا.' },
  country: { en: 'Type the two letters of a country, such as JO.', ar: 'اكتب رمز الدولة من حرفين، مثل JO.' },
  unique: { en: 'This is already in use.', ar: 'هذه القيمة مستخدمة بالفعل.' },
  exists: { en: 'This does not exist any more.', ar: 'لم يعد هذا موجودًا.' },
  owned_by_user: { en: 'Choose an address of this customer.', ar: 'اختر عنوانًا من عناوين هذا العميل.' },
  not_counted: { en: 'Its stock is not tracked.', ar: 'مخزونه غير متتبَّع.' },
  https_url: {
    en: 'Type an address that begins with https://, without a user name.',
    ar: 'اكتب رابطًا يبدأ بـ https، بلا اسم مستخدم.',
  },
  receiver_url: {
    en: 'Type an address that begins with https://, without a user name.',
    ar: 'اكتب رابطًا يبدأ بـ https، بلا اسم مستخدم.',
  },
  event_type: {
    en: 'Choose a type of event, or a prefix that ends in *.',
    ar: 'اختر نوع حدث، أو بداية أنواع تنتهي بـ *.',
  },
  receiver_host: {
    en: '{host} cannot be reached from the internet. Ask your administrator to allow it (WEBHOOK_ALLOW_HOSTS).',
    ar: 'لا يمكن الوصول إلى {host} من الإنترنت. اطلب من مدير النظام السماح به (WEBHOOK_ALLOW_HOSTS).',
  },
  no_such_event: {
    en: 'No event has this type. Did you mean {nearest}?',
    ar: 'لا يوجد حدث من هذا النوع. هل تقصد {nearest}؟',
  },
  wrong_state: {
    en: 'The state of the order does not allow this any more.',
    ar: 'لم تعد حالة الطلب تسمح بذلك.',
  },
  needs_lines: {
    en: 'The amounts of this order are typed by hand. Change the discount in its details.',
    ar: 'مبالغ هذا الطلب مُدخلة يدويًا. غيّر الخصم من تفاصيل الطلب.',
  },
  nothing_left: { en: 'You can remove at most {available}.', ar: 'يمكن إنقاص {available} على الأكثر.' },
  control_characters: { en: 'Remove the invisible characters.', ar: 'احذف الأحرف غير المرئية.' },
  min: { en: 'Type {min} or more.', ar: 'اكتب {min} أو أكثر.' },
  max: { en: 'Type {max} or less.', ar: 'اكتب {max} أو أقل.' },
  decimals: {
    en: { one: 'At most {count} decimal place.', other: 'At most {count} decimal places.' },
    ar: {
      zero: 'بلا منازل عشرية.',
      one: 'منزلة عشرية واحدة على الأكثر.',
      two: 'منزلتان عشريتان على الأكثر.',
      few: '{count} منازل عشرية على الأكثر.',
      many: '{count} منزلة عشرية على الأكثر.',
      other: '{count} منزلة عشرية على الأكثر.',
    },
  },
  min_characters: {
    en: { one: 'Type at least {count} letter.', other: 'Type at least {count} letters.' },
    ar: {
      zero: 'اكتب حرفًا على الأقل.',
      one: 'اكتب حرفًا على الأقل.',
      two: 'اكتب حرفين على الأقل.',
      few: 'اكتب {count} أحرف على الأقل.',
      many: 'اكتب {count} حرفًا على الأقل.',
      other: 'اكتب {count} حرف على الأقل.',
    },
  },
  max_characters: {
    en: { one: 'At most {count} letter.', other: 'At most {count} letters.' },
    ar: {
      zero: 'بلا حروف.',
      one: 'حرف واحد على الأكثر.',
      two: 'حرفان على الأكثر.',
      few: '{count} أحرف على الأكثر.',
      many: '{count} حرفًا على الأكثر.',
      other: '{count} حرف على الأكثر.',
    },
  },
  min_items: {
    en: { one: 'Choose at least one.', other: 'Choose at least {count}.' },
    ar: {
      zero: 'اختر واحدًا على الأقل.',
      one: 'اختر واحدًا على الأقل.',
      two: 'اختر اثنين على الأقل.',
      few: 'اختر {count} على الأقل.',
      many: 'اختر {count} على الأقل.',
      other: 'اختر {count} على الأقل.',
    },
  },
  max_items: {
    en: { one: 'At most one.', other: 'At most {count}.' },
    ar: {
      zero: 'لا شيء.',
      one: 'واحد على الأكثر.',
      two: 'اثنان على الأكثر.',
      few: '{count} على الأكثر.',
      many: '{count} على الأكثر.',
      other: '{count} على الأكثر.',
    },
  },
});
