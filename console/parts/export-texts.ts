import { defineTexts } from '../texts/define-texts.ts';

export const exportTexts = defineTexts({
  export: { en: 'Export', ar: 'تصدير' },
  asExcel: { en: 'Excel (XLSX)', ar: 'إكسل (XLSX)' },
  asCsv: { en: 'Text (CSV)', ar: 'نص (CSV)' },
});
