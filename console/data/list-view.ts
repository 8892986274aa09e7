/** What changes in a view: a parameter's new value, or null to take it away. */
export type ViewChanges = Readonly<Record<string, string | null>>;

/** The view with these changes. It begins at its first page again, unless the page is what changes. */
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

/** The parameters of these names as a list's query takes them. */
export function listQuery(view: URLSearchParams, names: readonly string[]): Record<string, string> {
  const known = ['search', 'sort', 'cursor', ...names.map(filterName)];
  return Object.fromEntries([...view].filter(([name]) => known.includes(name)));
}

/** `status` → `filters[status]`, in the URL as in the API. */
export function filterName(field: string): string {
  return `filters[${field}]`;
}
