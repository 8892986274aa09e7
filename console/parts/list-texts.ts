import { defineTexts } from '../texts/define-texts.ts';

/** Texts that every list uses for search, sorting and filters. */
export const listTexts = defineTexts({
  search: { en: 'Search', ar: 'بحث' },
  sort: { en: 'Sort by', ar: 'ترتيب حسب' },
  newestFirst: { en: 'Newest first', ar: 'الأحدث أولًا' },
  oldestFirst: { en: 'Oldest first', ar: 'الأقدم أولًا' },
  filters: { en: 'Filters', ar: 'عوامل التصفية' },
  apply: { en: 'Apply', ar: 'تطبيق' },
  any: { en: 'Any', ar: 'الكل' },
  clearFilters: { en: 'Show everything', ar: 'عرض الكل' },
  nothingFound: { en: 'Nothing fits these filters', ar: 'لا شيء يطابق هذه العوامل' },
});
