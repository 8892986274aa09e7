import type { Change, Decision, EventDraft, Handler, State, Tools } from '#shared/commands/handler.ts';
import { changed } from '#shared/commands/records.ts';
import type { Command } from '#shared/contracts/define.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables } from './records.ts';

type BulkTable = 'products' | 'subscriptions';
type BulkCommand<Body> = Command<
  string,
  Record<never, number>,
  { ids: number[]; dry_run?: boolean | null } & Body
>;

/** One record's end in a bulk command. */
type Fate = { change: Change<CatalogTables>; event: EventDraft } | 'unchanged' | 'not_found';

function bulkHandler<Body>(
  table: BulkTable,
  fateOf: (record: CatalogRecord, command: BulkCommand<Body>, tools: Tools) => Fate,
): Handler<CatalogTables, CatalogNeeds, BulkCommand<Body>> {
  return {
    needs: (command) => ({ [table]: command.body.ids ?? [] }),
    decide: (state: State<CatalogTables>, command, tools): Decision<CatalogTables> => {
      const records: ReadonlyMap<number, CatalogRecord> = state[table];
      const fates = command.body.ids.map((id): Fate => {
        const record = records.get(id);
        return record ? fateOf(record, command, tools) : 'not_found';
      });
      const done = fates.flatMap((fate) => (typeof fate === 'object' ? [fate] : []));
      const count = (kind: Fate) => fates.filter((fate) => fate === kind).length;
      const counts = {
        changed: done.length,
        unchanged: count('unchanged'),
        not_found: count('not_found'),
        refused: 0,
      };
      const isRehearsal = command.body.dry_run === true || command.dryRun;
      return {
        answer: { status: 200, data: counts },
        changes: isRehearsal ? [] : done.map((fate) => fate.change),
        events: isRehearsal ? [] : done.map((fate) => fate.event),
      };
    },
  };
}

/** Activates or deactivates every listed record. */
export function bulkActivation(
  table: BulkTable,
  updatedEvent: (record: CatalogRecord) => EventDraft,
): Handler<CatalogTables, CatalogNeeds, BulkCommand<{ status: boolean }>> {
  return bulkHandler<{ status: boolean }>(table, (record, command, { now }) => {
    const next = changed(record, { is_active: command.body.status }, command, now);
    if (next === record) return 'unchanged';
    return { change: { table, put: next } as Change<CatalogTables>, event: updatedEvent(next) };
  });
}

/** Deletes every listed record. */
export function bulkDeletion(
  table: BulkTable,
  deletedEvent: (record: CatalogRecord) => EventDraft,
): Handler<CatalogTables, CatalogNeeds, BulkCommand<object>> {
  return bulkHandler<object>(table, (record) => ({
    change: { table, remove: record._id } as Change<CatalogTables>,
    event: deletedEvent(record),
  }));
}
