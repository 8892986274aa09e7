import { Checkbox } from '@mantine/core';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTexts } from '../texts/language.tsx';
import { noteRowFocus, returnToRow } from './row-focus.ts';
import { partTexts } from './texts.ts';
import './data-table.css';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  isFigure?: boolean;
  /**
   * On a narrow screen, each row is a card. This value needs no title there, for example an order's number, a name or a status.
   */
  isPlain?: boolean;
  /** The title is only for screen readers, for example above a column of buttons. */
  isBare?: boolean;
  /** The API's sort by this column, for example `total`. A minus in front means descending order. */
  sort?: string;
}

interface RowSelection<Row> {
  ids: ReadonlySet<number | string>;
  toggle: (id: number | string) => void;
  toggleAll: () => void;
  /** The row's name for the label of its checkbox. */
  nameOf: (row: Row) => string;
}

export interface DataTableProps<Row> {
  /** The table's name, read by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => number | string;
  selection?: RowSelection<Row> | undefined;
  /** The row that keyboard shortcuts act on. It is marked, focused and scrolled into view. */
  current?: number | undefined;
  focused?: (row: Row) => void;
  /** The list's current sort. */
  sort?: string | undefined;
  sortBy?: ((sort: string) => void) | undefined;
  /** True while the rows still belong to the previous query. */
  isPrevious?: boolean;
}

/** On narrow screens, each row is a card. A click anywhere in a row follows the row's first link. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, idOf, selection, current, focused, isPrevious = false } = props;
  const { sort: sorted, sortBy } = props;
  const t = useTexts(partTexts);
  const selected = rows.filter((row) => selection?.ids.has(idOf(row)) ?? false).length;
  useEffect(returnToRow, []);
  return (
    <div className="data-table-frame">
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
            {columns.map(({ key, title, isFigure = false, isBare = false, sort }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                data-figure={isFigure}
                {...(sort !== undefined && { 'aria-sort': sequenceOf(sort, sorted) })}
              >
                {sort === undefined || sortBy === undefined ? (
                  <span {...(isBare && { className: 'unseen' })}>{title}</span>
                ) : (
                  <button type="button" onClick={() => sortBy(nextSort(sort, sorted))}>
                    {title}
                  </button>
                )}
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
                    aria-label={t('selectRow', { name: selection.nameOf(row) })}
                    checked={selection.ids.has(idOf(row))}
                    onChange={() => selection.toggle(idOf(row))}
                  />
                </td>
              )}
              {columns.map(({ key, title, cell, isFigure = false, isPlain = false, isBare = false }) => (
                <td
                  key={key}
                  role="cell"
                  data-label={title}
                  data-figure={isFigure}
                  data-plain={isPlain || isBare}
                >
                  {cell(row)}
                </td>
              ))}
            </TableRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sequenceOf(sort: string, sorted: string | undefined): 'ascending' | 'descending' | 'none' {
  if (sorted === sort) return 'ascending';
  return sorted === `-${sort}` ? 'descending' : 'none';
}

/**
 * The new sort after a click on a column header. Times begin with the newest and amounts with the largest, because staff look for
 * these more often. Names begin with A.
 */
function nextSort(sort: string, sorted: string | undefined): string {
  const first = sort === 'name' ? sort : `-${sort}`;
  const second = sort === 'name' ? `-${sort}` : sort;
  return sorted === first ? second : first;
}

interface TableRowProps {
  id: number | string;
  isCurrent: boolean;
  focused?: () => void;
  children: ReactNode;
}

/**
 * After a click in a row, follows the row's first link. Ignores a click on a control, and a click that ends a selection of text.
 */
function followLink({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a, button, input, label, select, summary') !== null)
    return;
  if (getSelection()?.isCollapsed === false) return;
  const link = currentTarget.querySelector('a[href]');
  const modifiers = { ctrlKey, metaKey, shiftKey };
  link?.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }));
}

function TableRow({ id, isCurrent, focused, children }: TableRowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    // A control in the row may already have the focus, and then keeps it.
    const { current: row } = element;
    if (isCurrent && row?.contains(document.activeElement) === false) row.focus({ preventScroll: false });
  }, [isCurrent]);
  return (
    <tr
      ref={element}
      role="row"
      tabIndex={-1}
      data-row={id}
      onClick={followLink}
      onFocus={focused}
      {...(isCurrent && { 'aria-current': true })}
    >
      {children}
    </tr>
  );
}
