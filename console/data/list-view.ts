/** The page sizes that staff can choose. */
export const pageSizes: readonly number[] = [25, 50, 100];
export const usualPageSize = 25;

/** The page size in the URL, or else the usual one. */
export function pageSizeIn(view: URLSearchParams): number {
  return pageSizes.find((size) => String(size) === view.get('per_page')) ?? usualPageSize;
}

/** New values of URL parameters. Null removes a parameter. */
export type ViewChanges = Readonly<Record<string, string | null>>;

/** Applies the changes and returns to the first page, unless the cursor itself changes. */
export function changedView(view: URLSearchParams, changes: ViewChanges): URLSearchParams {
  const changed = new URLSearchParams(view);
  if (!('cursor' in changes)) changed.delete('cursor');
  for (const [name, value] of Object.entries(changes)) {
    const text = value?.trim() ?? '';
    if (text === '') changed.delete(name);
    else changed.set(name, text);
  }
  return changed;
}

/** Picks the parameters that the list's query accepts. `names` are the list's filter fields. */
export function listQuery(view: URLSearchParams, names: readonly string[]): Record<string, string> {
  const known = ['search', 'sort', 'cursor', ...names.map(filterName)];
  return Object.fromEntries([...view].filter(([name]) => known.includes(name)));
}

/** `status` → `filters[status]`, both in the URL and in the API. */
export function filterName(field: string): string {
  return `filters[${field}]`;
}
