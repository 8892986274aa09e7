interface FocusedRow {
  /** The page's URL, with the filters of its list. */
  page: string;
  table: string;
  id: string;
  index: number;
}

let last: FocusedRow | undefined;

export function noteRowFocus(target: EventTarget): void {
  const row = target instanceof Element ? target.closest('tr[data-row]') : null;
  const table = row?.closest('table') ?? null;
  if (row === null || table === null) return;
  const index = rowsOf(table).indexOf(row);
  last = { page: here(), table: captionOf(table), id: row.getAttribute('data-row') ?? '', index };
}

/** Restores the focus to the last focused row, or to the row now in its place, unless another element has the focus. */
export function returnToRow(): void {
  // If the content has the focus, the page has just opened: the frame focuses the content before the rows are loaded.
  const { activeElement: active } = document;
  if (last?.page !== here() || (active !== document.body && active?.id !== 'content')) return;
  const { id, index, table: caption } = last;
  const table = [...document.querySelectorAll('table')].find((each) => captionOf(each) === caption);
  const rows = table === undefined ? [] : rowsOf(table);
  const row =
    rows.find((each) => each.getAttribute('data-row') === id) ?? rows[Math.min(index, rows.length - 1)];
  if (row instanceof HTMLElement) row.focus();
}

function rowsOf(table: Element): Element[] {
  return [...table.querySelectorAll('tr[data-row]')];
}

function captionOf(table: Element): string {
  return table.querySelector('caption')?.textContent ?? '';
}

function here(): string {
  return location.pathname + location.search;
}
