import mongoose from 'mongoose';

const { MongoError, MongoInvalidArgumentError, MongoServerError } = mongoose.mongo;

const duplicateKey = 11000;
// 112: a write conflict. 251: the transaction no longer exists, because another writer's retry or a new primary ended it.
const conflicts = new Set([112, 251]);
// The time limit of a statement (`maxTimeMS`), and that of a transaction.
const timeExceeded = new Set([50, 290]);
const notValid = 121;
// Too large: a join's result, a document, an intermediate document, or an update's result.
const tooLarge = new Set([4568, 10334, 13548, 17419, 17420]);
/** The driver's error when a document overflows its buffer, which is hardly larger than MongoDB's limit for a document. */
const beyondBuffer = 'ERR_OUT_OF_RANGE';
const serverFaults = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongooseServerSelectionError',
  'PoolClearedOnNetworkError',
]);
const serverFaultCodes = new Set([
  // Interrupted, shutting down, not primary, no primary in time, write concern not met in time.
  6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
  // User not found, not authorised, authentication failed, role not found.
  11, 13, 18, 31, 391, 8000,
  // No space, no lock, no suitable member, asked to retry later.
  24, 39, 46, 133, 202, 279, 290, 365, 462, 14031,
]);
const refusalCodes = [
  // Bad value, cannot be parsed, wrong type, invalid BSON, path not viable, conflicting operators, overflow.
  2, 9, 14, 15, 16, 17, 22, 28, 40,
  // Field name, immutable field, refused by the validator, two arrays in an index, key too long.
  52, 56, 57, 66, 121, 171, 17280,
];
/** With these codes, a healthy server reports a fault in the operation. After any other code, the work is retried. */
const ownFaultCodes = new Set([duplicateKey, ...tooLarge, ...refusalCodes]);

/** Whether a command or result exceeded MongoDB's 16 MB limit for a document. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof MongoServerError) return tooLarge.has(Number(error.code));
  // In a bulk write, the driver itself checks the size of each document. The driver's error has no code.
  if (error instanceof MongoInvalidArgumentError) return error.message.startsWith('Document is larger than');
  return (error as NodeJS.ErrnoException | null)?.code === beyondBuffer;
}

export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof MongoServerError && (isDuplicateKey(error) || error.code === notValid);
}

export function isTimeExceeded(error: unknown): boolean {
  return error instanceof MongoServerError && timeExceeded.has(Number(error.code));
}

/** Whether another record has this id, or this value of a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/** Whether another writer was faster, so that the work may succeed if it runs again on fresh data. */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  return isDuplicateKey(error) || conflicts.has(Number(error.code));
}

/** Whether the database is at fault. The same work will then succeed once the database is available again. */
export function isServerFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (serverFaults.has(error.name)) return true;
  if (error instanceof MongoServerError && typeof error.code === 'number') {
    return serverFaultCodes.has(error.code) || error.hasErrorLabel('RetryableWriteError');
  }
  if (error instanceof MongoError) {
    return (
      error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('UnknownTransactionCommitResult')
    );
  }
  return (
    error.message.includes('initial connection is complete') ||
    error.message.includes('Client must be connected')
  );
}

/**
 * Whether the work would fail on any server, such as at a duplicate key. Only such an error counts towards parking the command
 * (setting it aside for an operator). An error of MongoDB with an unknown code does not count.
 */
export function isOwnFault(error: unknown): boolean {
  if (isServerFault(error)) return false;
  if (error instanceof MongoServerError) return ownFaultCodes.has(Number(error.code));
  if (error instanceof MongoError) return error instanceof MongoInvalidArgumentError;
  // If the error has a `syscall`, a connection failed below the driver.
  return (error as NodeJS.ErrnoException | null)?.syscall === undefined;
}
