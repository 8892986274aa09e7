import type { ClientSession, Model, Types } from 'mongoose';
import type { BatchWork } from '../decide/decide-batch.ts';
import type { Tables } from '../decide/handler.ts';
import { certainlyKnownMs } from '../../contracts/retention.ts';
import { killPoint } from '../../platform/process/kill-point.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { isTooLarge } from '../../platform/mongo/faults.ts';
import { operator } from '../../platform/mongo/operator.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import type { EngineNeeds, EngineTables } from '../decide/resource.ts';
import { entryIdsIn } from '../events/entry-id.ts';
import type { LogEntry } from '../events/event-log.ts';
import { inTransaction } from '../../platform/mongo/transaction.ts';
import { writeInParts, writeTogether, type Operation } from '../../platform/mongo/write-statement.ts';
import { commandOfMaker, laterMaker, type MadeNeeds } from '../decide/make-once.ts';
import type { BatchStore } from './run-batch.ts';
import { toEntries } from './log-entries.ts';
import { rememberedAgain, toLedgerDocument, createReadRows } from './ledger/ledger-model.ts';
import { toInboxDocument } from './inbox.ts';
import { engineModels, type EngineModels, makerField, deletionExpiry } from './engine-models.ts';
import { createLoadBatch, type LoadDescription } from './load-batch.ts';
import type { BulkPace } from './bulk-pace.ts';

export type Write<T extends Tables> = BatchWork<T>['writes'][number];

/** Describes a service's records: what a batch loads, and how a collection stores a record. */
export interface StoreDescription<Records extends Tables, T extends Tables, Needs> extends LoadDescription<
  Records,
  T,
  Needs
> {
  /** The CloudEvents `source` of the service's events, such as `/orders`. */
  source: string;
  /** The document that stores a record: the record, and fields that only lists and expiry indexes need. Default: the record. */
  documents?: { [Table in keyof Records]?: (record: Records[Table]) => object };
  /** Returns the writes to other collections that must accompany `writes`, such as a document for each item of an order. */
  follow?: (writes: readonly Write<T>[]) => Bulk[];
  /** Whether most batches write the same few records, such as counts. Then bulk work never pauses while it has locked them. */
  hasSharedRecords?: boolean;
  /** Called with a transaction's writes after its commit. Also called after an error, because the commit may have happened. */
  committed?: ((writes: readonly Write<T>[]) => void) | undefined;
}

type Collected = Pick<Model<never>, 'collection'>;

interface Bulk {
  model: Collected;
  operations: Operation[];
}

interface TableDocument {
  _id: number | string;
}

function createGroupByModel<Records extends Tables, T extends Records & EngineTables>(
  { models, documents, follow }: StoreDescription<Records, T, never>,
  engine: EngineModels,
): (writes: readonly Write<T>[]) => Bulk[] {
  const modelOf = { ...engine, ...models } as unknown as Readonly<Record<keyof T, Collected>>;
  const documentOf = {
    ...documents,
    deletions: (deletion: object) => ({ ...deletion, ...deletionExpiry() }),
  } as unknown as Readonly<Record<keyof T, ((record: unknown) => object) | undefined>>;

  const toOperation = ({ table, before, after }: Write<T>): Operation => {
    if (!after) return { deleteOne: { filter: { _id: (before as TableDocument)._id } } };
    const document = (documentOf[table]?.(after) ?? after) as Record<string, unknown> & TableDocument;
    if (!before) return { insertOne: { document } };
    return { updateOne: { filter: { _id: document._id }, update: changeOf(before, document) } };
  };

  return (writes) => {
    const bulks = new Map<string, Bulk>();
    const add = ({ model, operations }: Bulk) => {
      const { collectionName } = model.collection;
      const bulk = bulks.getOrInsertComputed(collectionName, () => ({ model, operations: [] }));
      bulk.operations.push(...operations);
    };
    for (const write of writes) add({ model: modelOf[write.table], operations: [toOperation(write)] });
    follow?.(writes).forEach(add);
    return [...bulks.values()].filter((bulk) => bulk.operations.length > 0);
  };
}

/**
 * Loads and writes each batch in one MongoDB transaction. If another writer changes the same records in between, MongoDB rejects
 * the write and the transaction runs again. So writes need no filter on the version.
 */
export function createBatchStore<
  Records extends Tables,
  T extends Records & EngineTables,
  Needs extends EngineNeeds,
>(options: StoreDescription<Records, T, Needs> & { database: Database }): BatchStore<T, Needs> {
  const { database, source, hasSharedRecords = false, committed } = options;
  const batch = engineModels(database);
  const groupByModel = createGroupByModel<Records, T>(options, batch);
  const madeBefore = createMadeBefore();
  const load = createLoadBatch<Records, T, Needs>(database, batch, madeBefore.among, options);

  const write = async (
    work: BatchWork<T>,
    now: string,
    { session, inParts, pace }: { session: ClientSession; inParts: boolean; pace: BulkPace | null },
  ): Promise<LogEntry[]> => {
    const moment = storeNow();
    const entries = toEntries(work.events, { source, now, nextId: entryIdsIn(session) });
    const inOne = inParts ? writeInParts : writeTogether;
    const statement = pace && !hasSharedRecords ? pace.paced(inOne) : inOne;
    if (work.unparked.length > 0) {
      const parked = { _id: operator({ $in: work.unparked }), state: 'parked' as const };
      await batch.inbox.deleteMany(parked, { session });
    }
    if (work.inbox.length > 0) {
      const kept = work.inbox.map((record) => insertion(toInboxDocument(record, moment)));
      await statement(batch.inbox, kept, session);
    }
    for (const { model, operations } of groupByModel(work.writes))
      await statement(model, operations, session);
    if (work.ledger.length > 0) {
      const added = work.ledger.map((row) => insertion(toLedgerDocument(row, moment)));
      const rows = [...added, ...work.ledger.flatMap(rememberedAgain)];
      await statement(batch.ledger, rows, session);
    }
    if (entries.length > 0) await statement(batch.eventLog, entries.map(insertion), session);
    killPoint('worker.before-commit');
    return entries;
  };

  return {
    rowsOf: createReadRows(database, batch.ledger, null),
    load: async (needs) => {
      const { state } = await orInParts((inParts) => load(needs, [], { session: null, inParts }));
      return state;
    },
    inTransaction: async (run) => {
      let written: readonly Write<T>[] = [];
      const runOnce = (inParts: boolean) =>
        inTransaction(database, (session) =>
          run({
            rowsOf: createReadRows(database, batch.ledger, session),
            load: (needs, commandIds) => load(needs, commandIds, { session, inParts }),
            write: (work, now, pace = null) => {
              written = work.writes;
              return write(work, now, { session, inParts, pace });
            },
          }),
        );
      // After an error the commit may have happened too, if only its response was lost.
      try {
        return await madeBefore.watch(() => orInParts(runOnce));
      } finally {
        committed?.(written);
      }
    },
  };
}

/** If a statement exceeds 16 MB, runs the work again with smaller statements. */
async function orInParts<R>(run: (inParts: boolean) => Promise<R>): Promise<R> {
  try {
    return await run(false);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return run(true);
  }
}

function insertion(document: { _id: string | Types.ObjectId }): Operation {
  return { insertOne: { document } };
}

/**
 * Sets only the changed fields. If the whole document were set, MongoDB would compare every field, which takes longer than the
 * write.
 */
function changeOf(before: object, after: Record<string, unknown>) {
  const had = before as Readonly<Record<string, unknown>>;
  const changed = Object.entries(after).filter(([field, value]) => value !== had[field]);
  const gone = Object.keys(had).filter((field) => !(field in after));
  return {
    $set: Object.fromEntries(changed),
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, true as const])) }),
  };
}

const mostSuspects = 1000;

/**
 * Finds commands that may have created their record already, although the inbox (the stored outcomes) does not contain them.
 * `among` includes each command that is older than the inbox's retention. A newer command is included only after its record has
 * violated the unique index on `created_by_command`.
 */
export function createMadeBefore() {
  const suspects = new Set<string>();
  return {
    /** The values of `created_by_command` in records that commands may have created although the inbox lacks the commands. */
    among: (needs: readonly MadeNeeds[]): string[] => {
      const lookedForBefore = storeNow().getTime() - certainlyKnownMs;
      return needs
        .flatMap(({ madeBy = [] }) => madeBy)
        .filter(({ id, at }) => Date.parse(at) < lookedForBefore || suspects.has(id))
        .flatMap((command) => [command.id, laterMaker(command)]);
    },
    /** Runs a transaction. If it fails because a command's record already exists, `among` includes that command from then on. */
    watch: async <R>(transaction: () => Promise<R>): Promise<R> => {
      try {
        return await transaction();
      } catch (error) {
        const maker = makerInTheWay(error);
        if (suspects.size >= mostSuspects) suspects.clear();
        if (maker !== null) suspects.add(commandOfMaker(maker));
        throw error;
      }
    },
  };
}

function makerInTheWay(error: unknown): string | null {
  const { keyValue } = (error ?? {}) as { keyValue?: Readonly<Record<string, unknown>> };
  const maker = keyValue?.[makerField];
  return typeof maker === 'string' ? maker : null;
}
