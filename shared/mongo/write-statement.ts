import mongoose from 'mongoose';
import type { ClientSession, Model, mongo, Types } from 'mongoose';
import { clusterMoment, writesBetween } from './cluster-moment.ts';
import { driverDatabase } from './connect.ts';
import { driverCollection } from './driver-collection.ts';

const { MongoServerError } = mongoose.mongo;

interface Written {
  _id: number | string | Types.ObjectId;
}

export type Operation = mongo.AnyBulkWriteOperation<Written>;

/** Writes operations on one collection, in their order. Throws the driver's error for the first that fails. */
export type WriteStatement = (
  model: Pick<Model<never>, 'collection'>,
  operations: readonly Operation[],
  session: ClientSession,
) => Promise<void>;

/** What writes take care of others with. */
export interface BesideOthers {
  /** Others wrote so many documents while these were written. */
  wrote: (documents: number) => void;
  areAtWork: () => boolean;
  /** Called after so many milliseconds of work; resolves when it may go on. */
  rest: (workedMs: number) => Promise<void>;
}

const operationsAtOnce = 50;

/** While others are at work: a few operations at a time, and then a rest, so that they wait for no more than a few. */
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
      // Of this transaction nothing counts before it commits.
      wrote(writesBetween(beganAt, clusterMoment(session)));
      await rest(performance.now() - startedAt);
    }
  };
}

interface Reply {
  writeErrors?: { code: number; errmsg: string }[];
}

/**
 * One command for each run of operations of a kind. What is more than 16 MB together throws an error that `isTooLarge`
 * knows: then `writeInParts` does.
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

/**
 * In as many commands as it takes. The driver measures every operation for it: a fifth more of its time, 160 to 200 µs
 * of a checkout in batches of four.
 */
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
