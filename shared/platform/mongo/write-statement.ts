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

/** Sends one command for consecutive operations of the same kind. Above 16 MB it throws (see `isTooLarge`): use `writeInParts`. */
export const writeTogether: WriteStatement = async ({ collection }, operations, session) => {
  const database = driverDatabase(collection.conn);
  for (const { kind, statements } of runsOfKind(operations)) {
    const command = { [kind]: collection.collectionName, [lists[kind]]: statements, ordered: true };
    const reply = await database.command(command, { session });
    const [failed] = (reply['writeErrors'] ?? []) as { code: number; errmsg: string }[];
    if (failed) throw new MongoServerError({ ...failed, message: failed.errmsg });
  }
};

/** Splits the operations into as many commands as necessary. Slower, because the driver measures every operation. */
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
  throw new Error(`A batch cannot contain the operation ${Object.keys(operation).join()}`);
}
