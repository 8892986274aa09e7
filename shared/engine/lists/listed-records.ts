import type { ReadRequest } from '../../contracts/kit/define.ts';
import type { Language } from '../../contracts/kit/languages.ts';
import { operator } from '../../platform/mongo/operator.ts';
import { linesTogether } from './rows.ts';
import type { AnyList, Identified } from './source.ts';
import { renderRow, type ReportUnreadable } from './unreadable-record.ts';

/** Reads the records of a table with these ids, as lists show them to admins. Missing records are left out. */
export type ShowListed = (
  table: string,
  ids: readonly number[],
  language: Language,
) => Promise<ReadonlyMap<number, unknown>>;

/** The number of rows in a file with one row for each order line. A missing or damaged record has one row. */
export type CountLineRows = (table: string, ids: readonly number[]) => Promise<number>;

const admin: ReadRequest['caller'] = { area: 'admin', subject: '', userId: null };

/** `lists`: keyed by the table of their records. */
export function createShowListed(
  lists: Readonly<Record<string, AnyList>>,
  unreadable: ReportUnreadable,
): ShowListed {
  return async (table, ids, language) => {
    const list = lists[table];
    if (!list || ids.length === 0) return new Map();
    const rows = await list.model.find({ _id: operator({ $in: ids }) }).lean<Identified[]>();
    const where = { collection: list.model.collection.collectionName, unreadable };
    const show = (row: Identified) =>
      renderRow(row, (one) => list.render(one, { caller: admin, language }), where);
    return new Map(rows.map((row) => [row._id, show(row)]));
  };
}

export function createCountLineRows(lists: Readonly<Record<string, AnyList>>): CountLineRows {
  return async (table, ids) => {
    const list = lists[table];
    if (!list || ids.length === 0) return ids.length;
    const [found] = await list.model.aggregate<{ records: number; lines: number }>([
      { $match: { _id: { $in: ids } } },
      { $group: { _id: null, records: { $sum: 1 }, lines: linesTogether } },
    ]);
    const { records, lines } = found ?? { records: 0, lines: 0 };
    return ids.length - records + lines;
  };
}
