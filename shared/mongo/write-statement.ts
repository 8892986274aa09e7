import mongoose, { type ClientSession, type Model, type mongo, type Types } from 'mongoose';
import { driverDatabase } from './connect.ts';
import { driverCollection } from './driver-collection.ts';

const { MongoServerError } = mongoose.mongo;

interface Written {
  _id: number | string | Types.ObjectId;
}

export type Operation = mongo.AnyBulkWriteOperation<Written>;

/** Writes operations on one collection, in order. Throws the driver's error for the first operation that fails. */
export type WriteStatement = (
  model: Pick<Model<never>, 'collection'>,
  operations: readonly Operation[],
  session: ClientSession,
) => Promise<void>;

/** Lets bulk writes give way to other writers. */
export interface BesideOthers {
  /** Reports how many documents others wrote while these were written. */
  wrote: (documents: number) => void;
  areAtWork: () => boolean;
  /** Called after this much work; resolves when the writes may continue. */
  rest: (workedMs: number) => Promise<void>;
}

const operationsAtOnce = 50;

/** While other writers are active, writes a few operations at a time, with pauses, so that the other writers wait only briefly. */
export function writeLittleByLittle(
  statement: WriteStatement,
  { wrote, areAtWork, rest }: BesideOthers,
): WriteStatement {
  return async (model, operations, session) => {
    let written = 0;
    while (written < operations.length) {
      const [startedAt, beganAt] = [performance.now(), clusterMoment(session)];
      const some = operations.slice(written, areAtWork() ? written + operationsAtOnce : undefined);
      await statement(model, some, session);
      written += some.length;
      // This transaction's own writes do not count before it commits.
      wrote(writesBetween(beganAt, clusterMoment(session)));
      await rest(performance.now() - startedAt);
    }
  };
}

interface Reply {
  writeErrors?: { code: number; errmsg: string }[];
}

/**
 * Sends one command for each run of operations of one kind. A command above 16 MB throws an error that
 * `isTooLarge` recognises; then use `writeInParts`.
 */
export const writeTogether: WriteStatement = async ({ collection }, operations, session) => {
  const database = driverDatabase(collection.conn);
  for (const { kind, statements } of runsOfKind(operations)) {
    const command = { [kind]: collection.collectionName, [lists[kind]]: statements, ordered: true };
    const reply = (await database.command(command, { session })) as unknown as Reply;
    const [failed] = reply.writeErrors ?? [];
    if (failed) throw new MongoServerError({ ...failed, message: failed.errmsg });
  }
};

/** Uses as many commands as necessary. It is slower, because the driver measures every operation. */
export const writeInParts: WriteStatement = async (model, operations, session) => {
  await driverCollection<Written>(model).bulkWrite(operations, { session, ordered: true });
};

const lists = { insert: 'documents', update: 'updates', delete: 'deletes' } as const;
type Kind = keyof typeof lists;

interface Run {
  kind: Kind;
  statements: object[];
}

function runsOfKind(operations: readonly Operation[]): Run[] {
  const runs: Run[] = [];
  for (const operation of operations) {
    const [kind, statement] = toStatement(operation);
    const last = runs.at(-1);
    if (last?.kind === kind) last.statements.push(statement);
    else runs.push({ kind, statements: [statement] });
  }
  return runs;
}

function toStatement(operation: Operation): [Kind, object] {
  if ('insertOne' in operation) return ['insert', operation.insertOne.document];
  if ('deleteOne' in operation) return ['delete', { q: operation.deleteOne.filter, limit: 1 }];
  if ('updateOne' in operation) {
    const { filter, update, upsert = false } = operation.updateOne;
    return ['update', { q: filter, u: update, upsert }];
  }
  if ('replaceOne' in operation) {
    const { filter, replacement, upsert = false } = operation.replaceOne;
    return ['update', { q: filter, u: replacement, upsert }];
  }
  throw new Error(`A batch does not write by ${Object.keys(operation).join()}`);
}

/** The cluster's logical time: the second, and the number of the last write in it, by any client. */
type ClusterMoment = Pick<mongo.Timestamp, 't' | 'i'>;

/** The time in the session's last response; null if there was none. */
function clusterMoment({ clusterTime }: ClientSession): ClusterMoment | null {
  return clusterTime?.clusterTime ?? null;
}

/**
 * The number of documents written between two moments by all clients of this database; a transaction counts
 * when it commits. If the two moments are in different seconds, only the writes in the later second are
 * counted.
 */
function writesBetween(from: ClusterMoment | null, to: ClusterMoment | null): number {
  if (!from || !to) return 0;
  return to.t === from.t ? to.i - from.i : to.i;
}
