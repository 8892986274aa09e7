import { filterName } from '../data/list-view.ts';

interface Filters {
  is_active?: boolean;
  name?: string;
  description?: string;
  sku?: string;
  external_id?: string;
  price?: { from: number; to: number };
  created_at?: { from: string; to: string };
}

export type CatalogueSelection = { ids: number[] } | { all: true } | { filters?: Filters; search?: string };

export function selectionOf(query: Readonly<Record<string, string>>): CatalogueSelection {
  const { search = '' } = query;
  const filters = filtersOf((name) => query[filterName(name)]);
  const isFiltered = Object.keys(filters).length > 0;
  if (!isFiltered && search === '') return { all: true };
  return { ...(isFiltered && { filters }), ...(search !== '' && { search }) };
}

/** The words that the API reads as true in a filter. A link from elsewhere may use any of them. */
const trueWords = ['true', '1', 'on', 'yes'];
const textFilters = ['name', 'description', 'sku', 'external_id'] as const;

function filtersOf(valueOf: (name: keyof Filters) => string | undefined): Filters {
  const isActive = valueOf('is_active');
  const texts = textFilters.map((name) => [name, valueOf(name)] as const);
  const [price, day] = [valueOf('price'), valueOf('created_at')];
  return {
    ...(isActive !== undefined && { is_active: trueWords.includes(isActive.toLowerCase()) }),
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    ...(price !== undefined && { price: { from: Number(price), to: Number(price) } }),
    ...(day !== undefined && { created_at: { from: day, to: day } }),
  };
}
