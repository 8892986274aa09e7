import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const newOrderTexts = defineTexts({
  ...words,
  findCustomer: { en: 'Find the customer', ar: 'البحث عن العميل' },
  findCustomerHint: { en: 'Name, phone or e-mail', ar: 'الاسم أو الهاتف أو البريد' },
  otherCustomer: { en: 'Choose another customer', ar: 'اختيار عميل آخر' },
  deliverTo: { en: 'Deliver to', ar: 'التوصيل إلى' },
  noAddress: { en: 'This customer has no address yet.', ar: 'لا عنوان لهذا العميل بعد.' },
  moreAddresses: { en: 'Only the newest {shown} are shown.', ar: 'المعروض أحدث {shown} عنوانًا فقط.' },
  noItems: { en: 'No items yet. Search for a product.', ar: 'لا بنود بعد. ابحث عن منتج.' },
  lessOf: { en: 'One less of {name}', ar: 'إنقاص كمية {name}' },
  moreOf: { en: 'One more of {name}', ar: 'زيادة كمية {name}' },
  onlyLeft: { en: 'Only {left} in stock.', ar: 'المتبقي في المخزون {left} فقط.' },
  noneLeft: { en: 'Sold out.', ar: 'نفد من المخزون.' },
  discountMore: { en: 'An amount off the whole order', ar: 'مبلغ يُخصم من الطلب كله' },
  notesMore: { en: 'Printed on the packing slip', ar: 'تُطبع على قسيمة التعبئة' },
  paymentMethod: { en: 'Payment method', ar: 'طريقة الدفع' },
  notReady: {
    en: 'The total appears once the customer, the address and an item are chosen.',
    ar: 'يظهر الإجمالي بعد اختيار العميل والعنوان وبند واحد على الأقل.',
  },
  correctFirst: {
    en: 'Correct the marked fields to see the total.',
    ar: 'صحّح الحقول المُعلَّمة لعرض الإجمالي.',
  },
  place: { en: 'Place order', ar: 'إنشاء الطلب' },
  placed: { en: 'Order {number} placed', ar: 'أُنشئ الطلب {number}' },
  startOver: { en: 'Start over', ar: 'البدء من جديد' },
  startOverAsked: { en: 'Discard this order?', ar: 'تجاهل هذا الطلب؟' },
  startOverMore: { en: 'Everything typed here is discarded.', ar: 'سيُفقد كل ما كُتب هنا.' },
  customerMissing: { en: 'Choose a customer.', ar: 'اختر عميلًا.' },
  addressMissing: { en: 'Choose or add an address.', ar: 'اختر عنوانًا أو أضف عنوانًا.' },
  linesMissing: { en: 'Add a product.', ar: 'أضف منتجًا.' },
  discountTooLarge: {
    en: 'Type an amount of no more than the subtotal.',
    ar: 'اكتب مبلغًا لا يتجاوز المجموع الفرعي.',
  },
  taken: { en: 'Accepted. The order opens as soon as it is placed.', ar: 'قُبل الطلب. سيُفتح بمجرد إنشائه.' },
  notPlaced: { en: 'The store could not calculate or place the order', ar: 'تعذّر حساب الطلب أو إنشاؤه' },
  notPlacedMore: {
    en: 'Nothing you typed is lost. Try again in a moment.',
    ar: 'لم يُفقد شيء مما كتبته. أعد المحاولة بعد قليل.',
  },
  tooFast: {
    en: 'Too many requests from this shop. Wait a minute, then try again.',
    ar: 'محاولات كثيرة جدًا من هذا المتجر. انتظر دقيقة ثم أعد المحاولة.',
  },
  readOnly: { en: 'You cannot place orders', ar: 'لا يمكنك إنشاء الطلبات' },
});
