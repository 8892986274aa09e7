import { defineTexts } from '../texts/define-texts.ts';
import { words } from '../texts/words.ts';

export const slipsPageTexts = defineTexts({
  ...words,
  title: { en: 'Print', ar: 'الطباعة' },
  paper: { en: 'Paper', ar: 'الورق' },
  paper_a4: { en: 'A4', ar: 'ورق A4' },
  paper_a5: { en: 'A5', ar: 'ورق A5' },
  paper_80mm: { en: '80 mm roll', ar: 'لفة 80 مم' },
  kind: { en: 'Document', ar: 'المستند' },
  kind_slip: { en: 'Packing slip', ar: 'قسيمة التعبئة' },
  kind_invoice: { en: 'Invoice', ar: 'فاتورة' },
  kind_pick: { en: 'Pick list', ar: 'قائمة الالتقاط' },
  print: { en: 'Print now', ar: 'طباعة الآن' },
  sheets: { en: 'What is printed', ar: 'ما سيُطبع' },
  back: { en: 'Back', ar: 'رجوع' },
  none: { en: 'No orders chosen for printing', ar: 'لم يُختر أي طلب للطباعة' },
  ready: { en: 'Orders ready to print: {ready} of {all}', ar: 'الطلبات الجاهزة للطباعة: {ready} من {all}' },
  notRead: { en: 'These orders could not be loaded: {orders}', ar: 'تعذّر تحميل هذه الطلبات: {orders}' },
  tooMany: {
    en: 'You can print {most} at a time. {left} more to print.',
    ar: 'يمكنك طباعة {most} في المرة الواحدة. بقي للطباعة: {left}.',
  },
  disagree: {
    en: 'The items of these orders do not add up to their totals: {orders}',
    ar: 'بنود هذه الطلبات لا تطابق إجمالياتها: {orders}',
  },
  nameless: {
    en: 'Add your shop’s name and address in Settings; they appear on slips.',
    ar: 'أضف اسم متجرك وعنوانه في الإعدادات ليظهرا على القسائم.',
  },
});

/** Texts on the paper itself, always in both languages. */
export const slipTexts = defineTexts({
  ...words,
  slip: { en: 'Packing slip', ar: 'قسيمة التعبئة' },
  invoice: { en: 'Invoice', ar: 'فاتورة' },
  pick: { en: 'Pick list', ar: 'قائمة الالتقاط' },
  date: { en: 'Date', ar: 'التاريخ' },
  quantity: { en: 'Qty', ar: 'الكمية' },
  units: { en: 'Units', ar: 'عدد القطع' },
  collect: { en: 'To collect', ar: 'المطلوب تحصيله' },
});
