import { NotFound } from '#clients/typescript/src/main.ts';
import type { Operation as OperationRecord } from '#clients/typescript/src/generated/types.gen.ts';

export type Undoing = 'undo' | 'redo';

export interface UndoStep {
  /**
   * Whether `operation` applies (`redo`) or reverts (`undo`) the changes of the original work. If an earlier operation has
   * expired, the original work is unknown, and the first operation of the chain takes its place.
   */
  act: Undoing;
  operation: OperationRecord;
}

type Read = (id: string) => Promise<OperationRecord>;

/**
 * Reads an operation's undo, the redo of that undo, and so on. The result begins with the operation itself.
 * In the API, a redo is the undo of an undo. Rejects if a read fails, unless the operation was not found.
 */
export async function readUndoChain(operation: OperationRecord, read: Read): Promise<UndoStep[]> {
  const depth = (await depthOf(operation, read)) ?? 0;
  const chain = [operation, ...(await undoesOf(operation, read))];
  return chain.map((each, index) => ({ act: (depth + index) % 2 === 0 ? 'redo' : 'undo', operation: each }));
}

/** The number of undos between this operation and the original work. Undefined if one of the earlier operations has expired. */
async function depthOf({ undoes }: OperationRecord, read: Read): Promise<number | undefined> {
  if (typeof undoes !== 'string') return 0;
  const undone = await unlessExpired(read(undoes));
  const depth = undone && (await depthOf(undone, read));
  return depth === undefined ? undefined : depth + 1;
}

async function undoesOf({ undone_by: undo }: OperationRecord, read: Read): Promise<OperationRecord[]> {
  const operation = typeof undo === 'string' ? await unlessExpired(read(undo)) : undefined;
  return operation === undefined ? [] : [operation, ...(await undoesOf(operation, read))];
}

/** Operations expire after seven days, so an operation in the chain may be missing. */
async function unlessExpired(reading: Promise<OperationRecord>): Promise<OperationRecord | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
