import { defineTexts } from '../texts/define-texts.ts';

/** The parts of the store. Each text describes the work that stops when the part is unavailable. */
export const partWords = defineTexts({
  broker: { en: 'saving changes', ar: 'حفظ التغييرات' },
  redis: { en: 'bulk actions', ar: 'الإجراءات المجمّعة' },
  catalog: { en: 'reading the catalogue', ar: 'قراءة الكتالوج' },
  orders: { en: 'reading orders', ar: 'قراءة الطلبات' },
  catalog_workers: { en: 'changes to the catalogue (saved later)', ar: 'تغييرات الكتالوج (تُحفظ لاحقًا)' },
  orders_workers: { en: 'changes to orders (saved later)', ar: 'تغييرات الطلبات (تُحفظ لاحقًا)' },
  catalog_disk: { en: 'changes to the catalogue (its disk is full)', ar: 'تغييرات الكتالوج (قرصه ممتلئ)' },
  orders_disk: { en: 'changes to orders (their disk is full)', ar: 'تغييرات الطلبات (قرصها ممتلئ)' },
  webhooks: { en: 'reading webhooks', ar: 'قراءة إشعارات الويب' },
  webhooks_workers: { en: 'sending webhooks (sent later)', ar: 'إرسال إشعارات الويب (تُرسل لاحقًا)' },
  webhooks_disk: {
    en: 'changes to webhooks (their disk is full)',
    ar: 'تغييرات إشعارات الويب (قرصها ممتلئ)',
  },
});
