import type { ReadRequest } from '../contracts/schema-kit/define.ts';
import type { Language } from '../contracts/schema-kit/languages.ts';
import { operator } from '../mongo/operator.ts';
import type { Identified, ListSource } from './source.ts';
import { renderRow } from './unreadable-record.ts';
import type { ReportUnreadable } from './unreadable-record.ts';

/** Records of a table as admins' list shows them, by id; those that are there. */
export type ShowListed = (
  table: string,
  ids: readonly number[],
  language: Language,
) => Promise<ReadonlyMap<number, unknown>>;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- lists of all kinds of records are read alike
type AnyList = Pick<ListSource<any, never>, 'model' | 'render'>;

const admin: ReadRequest['caller'] = { area: 'admin', subject: '', userId: null };

/** `lists` by the tables of their records. */
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
