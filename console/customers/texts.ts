import { defineTexts } from '../texts/define-texts.ts';
import { addressTexts } from '../parts/address-texts.ts';
import { words } from '../texts/words.ts';

export const customerTexts = defineTexts({
  ...words,
  byNameBackwards: { en: 'By name, from Z', ar: 'حسب الاسم، من الآخر' },
  ...addressTexts,
  noCustomers: { en: 'No customers yet', ar: 'لا يوجد عملاء بعد' },
  searchHint: { en: 'Name, e-mail, phone', ar: 'الاسم أو البريد أو الهاتف' },
  since: { en: 'Customer since', ar: 'عميل منذ' },
  sinceDay: { en: 'Customer since', ar: 'تاريخ الانضمام' },
  person: { en: 'Contact details', ar: 'بيانات التواصل' },
  gone: { en: 'Customer not found', ar: 'العميل غير موجود' },
  allOrders: { en: 'All orders', ar: 'كل طلبات العميل' },
  noOrders: { en: 'No orders yet', ar: 'لا طلبات بعد' },
  placed: { en: 'Placed', ar: 'تاريخ الطلب' },
  noAddresses: { en: 'No addresses yet', ar: 'لا يوجد عنوان بعد' },
  moreAddresses: { en: 'The newest {shown} are shown.', ar: 'المعروض أحدث العناوين، وعددها {shown}.' },
  editAddressOf: { en: 'Edit {address}', ar: 'تعديل {address}' },
  deleteAddressOf: { en: 'Delete {address}', ar: 'حذف {address}' },
  deleteAddressAsked: { en: 'Delete this address?', ar: 'حذف هذا العنوان؟' },
  deleteAddressMore: { en: 'Orders that were sent there keep it.', ar: 'الطلبات التي أُرسلت إليه تحتفظ به.' },
  personalData: { en: 'Personal data', ar: 'البيانات الشخصية' },
  exportData: { en: 'Export data', ar: 'تصدير البيانات' },
  exportDataMore: {
    en: 'Everything that the shop knows about this customer, as one file.',
    ar: 'كل ما يعرفه المتجر عن هذا العميل في ملف واحد.',
  },
  erase: { en: 'Erase', ar: 'محو البيانات' },
  eraseAsked: { en: 'Erase this customer for good?', ar: 'محو بيانات هذا العميل نهائيًا؟' },
  eraseMore: {
    en: 'Addresses and cart are deleted. Orders stay with their figures, under “Deleted customer”. It cannot be undone.',
    ar: 'تُحذف العناوين والسلة، وتبقى الطلبات بأرقامها باسم «عميل محذوف». لا يمكن التراجع عن ذلك.',
  },
  eraseReasonMore: {
    en: 'The reason stays on the timeline: do not name the customer in it.',
    ar: 'يبقى السبب في السجل الزمني، فلا تذكر فيه اسم العميل.',
  },
  openOrders: { en: 'Open orders', ar: 'الطلبات المفتوحة' },
});
