import { Checkbox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.tsx';
import { noteRowFocus, returnToRow } from './row-focus.ts';
import { partTexts } from './texts.ts';
import './data-table.css';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end, one under the other. */
  isFigure?: boolean;
  /** What it is needs no title beside it on a card: a number that leads to its order, a name, a state. */
  isPlain?: boolean;
}

interface DataTableProps<Row> {
  /** What the table is of, for who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => number | string;
  /** By what a row is called when it is selected. */
  nameOf: (row: Row) => string;
  selection?: {
    ids: ReadonlySet<number | string>;
    toggle: (id: number | string) => void;
    toggleAll: () => void;
  };
  /** The row that the keys act on: it is marked, has the focus and is in view. */
  current?: number | undefined;
  /** A row itself has the focus: by a key, by a press on it, or on the way back to it. */
  focused?: (row: Row) => void;
  /** The rows are those of the question before. */
  isPrevious?: boolean;
}

/** Rows and columns on a wide screen, a card for each row on a narrow one. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, idOf, nameOf, selection, current, focused, isPrevious = false } = props;
  const t = useTexts(partTexts);
  const selected = rows.filter((row) => selection?.ids.has(idOf(row)) ?? false).length;
  useEffect(returnToRow, []);
  return (
    <table
      className="data-table"
      role="table"
      aria-busy={isPrevious}
      onFocus={({ target }) => noteRowFocus(target)}
    >
      <caption className="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {selection !== undefined && (
            <th role="columnheader" scope="col" className="data-table-select" data-label={t('selectPage')}>
              <Checkbox
                aria-label={t('selectPage')}
                checked={rows.length > 0 && selected === rows.length}
                indeterminate={selected > 0 && selected < rows.length}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map(({ key, title, isFigure = false }) => (
            <th key={key} role="columnheader" scope="col" data-figure={isFigure}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <TableRow
            key={idOf(row)}
            id={idOf(row)}
            isCurrent={index === current}
            {...(focused !== undefined && { focused: () => focused(row) })}
          >
            {selection !== undefined && (
              <td role="cell" className="data-table-select">
                <Checkbox
                  aria-label={t('selectRow', { name: nameOf(row) })}
                  checked={selection.ids.has(idOf(row))}
                  onChange={() => selection.toggle(idOf(row))}
                />
              </td>
            )}
            {columns.map(({ key, title, cell, isFigure = false, isPlain = false }) => (
              <td key={key} role="cell" data-label={title} data-figure={isFigure} data-plain={isPlain}>
                {cell(row)}
              </td>
            ))}
          </TableRow>
        ))}
      </tbody>
    </table>
  );
}

interface TableRowProps {
  id: number | string;
  isCurrent: boolean;
  focused?: () => void;
  children: ReactNode;
}

function TableRow({ id, isCurrent, focused, children }: TableRowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.focus({ preventScroll: false });
  }, [isCurrent]);
  return (
    <tr
      ref={element}
      role="row"
      tabIndex={-1}
      data-row={id}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) focused?.();
      }}
      {...(isCurrent && { 'aria-current': true })}
    >
      {children}
    </tr>
  );
}
