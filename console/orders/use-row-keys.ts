import { useState } from 'react';
import { useShortcuts } from '../parts/shortcuts.tsx';
import { useTexts } from '../texts/language.tsx';
import { ordersTexts } from './texts.ts';

interface RowKeys<Row> {
  rows: readonly Row[];
  toggle: (row: Row) => void;
  open: (row: Row) => void;
  /** Acts on the selected orders, or else on the focused row. Undefined for read-only users. */
  confirm: ((row: Row | undefined) => void) | undefined;
  reject: ((row: Row | undefined) => void) | undefined;
  print: (row: Row | undefined) => void;
}

export function useRowKeys<Row extends { id: number }>(
  keys: RowKeys<Row>,
): { current: number | undefined; focused: (row: Row) => void } {
  const t = useTexts(ordersTexts);
  const [at, setAt] = useState({ id: 0, index: -1 });
  const { rows } = keys;
  // Find the row by its id. If the rows have moved, an action must not change the row that is now in the same place.
  const found = rows.findIndex(({ id }) => id === at.id);
  const current = found === -1 ? undefined : found;
  const row = current === undefined ? undefined : rows[current];
  const step = (by: number) => {
    const index = Math.max(0, Math.min((current ?? at.index) + by, rows.length - 1));
    const id = rows[index]?.id;
    if (id !== undefined) setAt({ id, index });
  };
  const onRow = (act: (row: Row) => void) => () => {
    if (row !== undefined) act(row);
  };
  const { confirm, reject } = keys;
  useShortcuts([
    { key: 'j', does: t('nextOrder'), run: () => step(1) },
    { key: 'k', does: t('previousOrder'), run: () => step(-1) },
    { key: 'x', does: t('keySelect'), run: onRow(keys.toggle) },
    { key: 'Enter', does: t('keyOpen'), run: onRow(keys.open) },
    ...(confirm === undefined ? [] : [{ key: 'c', does: t('keyConfirm'), run: () => confirm(row) }]),
    ...(reject === undefined ? [] : [{ key: 'r', does: t('keyReject'), run: () => reject(row) }]),
    { key: 'p', does: t('keyPrint'), run: () => keys.print(row) },
  ]);
  return { current, focused: ({ id }) => setAt({ id, index: rows.findIndex((each) => each.id === id) }) };
}
