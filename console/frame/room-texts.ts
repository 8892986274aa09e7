import { defineTexts } from '../texts/define-texts.ts';

/** The names of the pages in the navigation. */
export const roomTexts = defineTexts({
  today: { en: 'Today', ar: 'اليوم' },
  orders: { en: 'Orders', ar: 'الطلبات' },
  catalogue: { en: 'Catalogue', ar: 'الكتالوج' },
  customers: { en: 'Customers', ar: 'العملاء' },
  operations: { en: 'Operations', ar: 'العمليات' },
  settings: { en: 'Settings', ar: 'الإعدادات' },
});
