import type { ClientSession } from 'mongoose';
import {
  byId,
  ids,
  inSession,
  loadRecords,
  namedIn,
  wanted,
  type AnyModel,
  type Id,
  type Reading,
  type Stored,
  type Wanted,
} from '../../platform/mongo/load-records.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import type { Deletion } from '../decide/deletion.ts';
import type { State, Tables, VersionedRecord, Counter } from '../decide/handler.ts';
import {
  faultsBy,
  readableRecords,
  type EngineNeeds,
  type EngineTables,
  type Resource,
  type Resources,
} from '../decide/resource.ts';
import { madeBy, type MadeNeeds, type MadeRecord } from '../decide/make-once.ts';
import {
  chunksOfOperation,
  type BulkChunk,
  type BulkNeeds,
  type BulkOperation,
  type Selected,
} from '../decide/bulk-operation.ts';
import { recordOfRow, rowId, rowsOfRecord, type KeptRow, type LedgerRow } from '../decide/ledger-row.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { makerField, type EngineModels } from './engine-models.ts';
import { fromInboxDocument, type InboxDocument } from './inbox.ts';
import type { Loaded } from './run-batch.ts';
import type { SelectRecords } from './select-records.ts';

/**
 * Describes records that a batch loads in addition to the records whose ids a command lists in its needs. A record is loaded if
 * its `field` (default: the id) has one of the wanted values. With `need`, each command lists the wanted values under this name
 * in its needs, such as `emails`. With `named`, the wanted values are in other loaded records, at a path such as
 * `carts.items.product_id`. The path begins with a table or with the name of an earlier load.
 */
type Load<Records, Needs> = { table: keyof Records & string; field?: string } & (
  | {
      [Need in keyof Needs & string]: { need: Need; as?: (values: NonNullable<Needs[Need]>) => Id[] };
    }[keyof Needs & string]
  | { named: string }
);

/** The input of `also`, which loads records with separate statements. */
interface AlsoAsked<T extends Tables, Needs> {
  needs: readonly Needs[];
  /** The values of `created_by_command` in records that the commands may have created earlier. */
  makers: readonly string[];
  found: State<T>;
  /** The last states of deleted records that the commands restore. */
  deleted: readonly VersionedRecord[];
  reading: Reading;
}

interface AlsoLoaded<T extends Tables> {
  records?: { readonly [Table in keyof T]?: ReadonlyMap<T[Table]['_id'], T[Table]> };
  /** Records that the commands in `makers` created. If a command created a part, such as an order's line: the order. */
  made?: readonly MadeRecord[];
}

/** Describes the records that a service's commands need. One statement loads most of these records. */
export interface LoadDescription<Records extends Tables, T extends Tables, Needs> {
  resources: Resources<Records>;
  models: Readonly<Record<keyof Records, AnyModel>>;
  loads?: Readonly<Record<string, Load<Records, Needs>>> | undefined;
  also?: (asked: AlsoAsked<T, Needs>) => Promise<AlsoLoaded<T>>;
  /** Finds the records of bulk work that has filters or a search instead of ids. Set only in workers. */
  select?: SelectRecords | undefined;
}

type Maps = Record<string, ReadonlyMap<Id, VersionedRecord>>;

const counterFault = faultsBy<Counter>({ version: 'integer' });

export function createLoadBatch<
  Records extends Tables,
  T extends Records & EngineTables,
  Needs extends EngineNeeds,
>(
  database: Database,
  engine: EngineModels,
  makersAmong: (needs: readonly MadeNeeds[]) => string[],
  { resources, models, loads = {}, also, select }: LoadDescription<Records, T, Needs>,
): (needs: Needs[], commandIds: string[], reading: Reading) => Promise<Loaded<T>> {
  const tables = Object.entries(resources) as [keyof Records & string, Resource<VersionedRecord>][];
  const madeOnce = tables.filter(([, { isMadeOnce }]) => isMadeOnce === true).map(([table]) => table);

  return async (needs, commandIds, reading) => {
    const makers = makersAmong(needs);
    const found = await loadRecords(
      database,
      {
        ...Object.fromEntries(
          tables.map(([table]) => [table, wanted(models[table], ids(needs, table as never))]),
        ),
        counters: wanted<Counter>(engine.counters, ids(needs, 'sequences')),
        bulk: wanted<BulkOperation>(engine.bulk, ids(needs, 'bulk')),
        bulkChunks: wanted<BulkChunk>(engine.bulkChunks, ids(needs, 'bulkChunks')),
        ledgerRows: wanted<LedgerRow>(engine.ledger, ids(needs, 'ledgerRows')),
        ...wantedBy(loads as Readonly<Record<string, Load<Records, never>>>, needs, models),
        ...Object.fromEntries(
          madeOnce.map((table) => [madeName(table), wanted(models[table], makers, makerField)]),
        ),
        deletions: wanted<Deletion>(engine.deletions, makers, makerField),
        kept: wanted<InboxDocument>(engine.inbox, commandIds),
      },
      reading,
    );
    const byName = found as unknown as Maps;
    const records: Maps = { counters: found.counters, deletions: found.deletions };
    for (const [table] of tables) records[table] = byName[table] ?? new Map();
    for (const [name, { table }] of Object.entries(loads))
      records[table] = merged(records[table], byName[name]);
    const deleted = [...found.ledgerRows.values()].flatMap(({ last }) => last ?? []);
    const more = await also?.({ needs, makers, found: records as unknown as State<T>, deleted, reading });
    for (const [table, loaded] of Object.entries(more?.records ?? {}) as [string, Maps[string]][])
      records[table] = merged(records[table], loaded);
    const bulk = await bulkState({ ...found, records }, needs, { engine, select }, reading.session);
    const made = [
      ...madeOnce.flatMap((table) => [...(byName[madeName(table)]?.values() ?? [])]),
      ...(more?.made ?? []),
    ];
    const state = { ...records, ...bulk, made: madeBy(made as MadeRecord[], found.deletions.values()) };
    const kept = new Map([...found.kept].map(([id, document]) => [id, fromInboxDocument(document)]));
    return { state: readable(state as unknown as State<T>), kept };
  };

  /** The state without damaged records. If a rule reads a damaged record by its id, the command is rejected with 409. */
  function readable(state: State<T>): State<T> {
    const checked: Record<string, unknown> = {
      ...state,
      counters: readableRecords('counters', state.counters, counterFault),
    };
    for (const [table, { fault }] of tables) {
      const name = models[table].collection.collectionName;
      if (fault) checked[table] = readableRecords(name, checked[table] as Maps[string], fault);
    }
    return checked as State<T>;
  }
}

const madeName = (table: string) => `made:${table}`;

function merged(some: Maps[string] | undefined, others: Maps[string] | undefined): Maps[string] {
  // Returns an empty map itself and not a new one: it may be a `PartlyReadable`, which throws for the ids of damaged records.
  if (!others || others.size === 0) return some ?? others ?? new Map();
  return some && some.size > 0 ? new Map([...some, ...others]) : others;
}

function wantedBy<Records extends Tables>(
  loads: Readonly<Record<string, Load<Records, never>>>,
  needs: readonly object[],
  models: Readonly<Record<keyof Records, AnyModel>>,
): Record<string, Wanted<Stored>> {
  const one = (load: Load<Records, never>): Wanted<Stored> => {
    const { table, field = '_id' } = load;
    if ('named' in load) return { ...namedIn(models[table], load.named), field };
    const { need, as } = load as unknown as { need: never; as?: (values: Id[]) => Id[] };
    const asked: Id[] = ids(needs, need);
    return wanted(models[table], as ? as(asked) : asked, field);
  };
  return Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, one(load)]));
}

const maxTimeMs = 10_000;

interface FoundBulk {
  bulk: ReadonlyMap<string, BulkOperation>;
  bulkChunks: ReadonlyMap<string, BulkChunk>;
  ledgerRows: ReadonlyMap<string, LedgerRow>;
  records: Maps;
}

/** Adds all chunks of the operations in `bulkChunksOf`, and the operations to which these operations refer. */
async function bulkState(
  found: FoundBulk,
  needs: BulkNeeds[],
  { engine, select = unableToSelect }: { engine: EngineModels; select?: SelectRecords | undefined },
  session: ClientSession | null,
) {
  const options = { ...inSession(session), maxTimeMS: maxTimeMs };
  const bulk = new Map(found.bulk);
  const bulkChunks = new Map(found.bulkChunks);
  let referring = ids(needs, 'bulkChunksOf');
  for (const operation of referring) {
    const chunks = driverCollection<BulkChunk>(engine.bulkChunks);
    const all = await chunks.find({ _id: chunksOfOperation(operation) }, options).toArray();
    for (const chunk of all) bulkChunks.set(chunk._id, chunk);
  }
  // Follow two references: from the dry run of an undo to the operation that it would undo, and from there to the operation
  // that has undone it.
  for (let step = 0; step < 2; step += 1) {
    referring = referring.flatMap((id) => namedBy(bulk.get(id))).filter((id) => !bulk.has(id));
    const named = await byId<BulkOperation>(engine.bulk, referring, session);
    for (const [id, operation] of named) bulk.set(id, operation);
  }
  const together = [...found.ledgerRows.values()].flatMap((row) => row.with ?? []);
  const others = await byId<LedgerRow>(engine.ledger, together, session);
  const laterThan = ids(needs, 'expected')
    .filter(({ table, id, version }) => found.records[table]?.get(id)?.version !== version)
    .map(({ table, id, version }) => {
      const subject = `${table}/${id}`;
      return { _id: { $gte: rowId(subject, version + 1), $lt: rowsOfRecord(subject).$lt } };
    });
  const laterRows = { $or: laterThan, kind: { $ne: 'noted' as const } };
  const later =
    laterThan.length === 0
      ? []
      : await driverCollection<LedgerRow>(engine.ledger).find(laterRows, options).toArray();
  const rows = [...found.ledgerRows.values(), ...others.values(), ...later].map((row): [string, KeptRow] => [
    row._id,
    { ...row, version: recordOfRow(row).version },
  ]);
  const asked = ids(needs, 'selections');
  const selected = asked.length === 0 ? new Map<string, Selected>() : await select(asked);
  return { bulk, bulkChunks, ledgerRows: new Map(rows), bulkPreviews: new Map<string, never>(), selected };
}

function namedBy(operation: BulkOperation | undefined): string[] {
  const { applied_by: applied, undoes, undone_by: undone } = operation ?? {};
  return [applied, undoes, undone].filter((id) => id !== undefined);
}

/** For processes that start no bulk work: rejects every search for the records of bulk work. */
const unableToSelect: SelectRecords = () => Promise.reject(new Error('Only a worker selects records'));
