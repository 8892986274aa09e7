import mongoose from 'mongoose';

const { MongoError, MongoInvalidArgumentError, MongoServerError } = mongoose.mongo;

const duplicateKey = 11000;
const writeConflict = 112;
const timeExceeded = 50;
const notValid = 121;
// What a join found, a document, what a document is put together in, and what an update made of one.
const tooLarge = new Set([4568, 10334, 13548, 17419, 17420]);
/** What the driver's own buffer, not much larger, refuses. */
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
// Interrupted, shutting down, not primary, no primary in time, write concern not met in time.
const serverFaultCodes = new Set([
  6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
]);

/** Whether a command or an answer came to more than one document can hold: 16 MB. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof MongoServerError) return tooLarge.has(Number(error.code));
  // The driver measures what it writes in parts, and has no code for this.
  if (error instanceof MongoInvalidArgumentError) return error.message.startsWith('Document is larger than');
  return (error as NodeJS.ErrnoException | null)?.code === beyondBuffer;
}

/** Whether the database refuses what is written for what it is: two of a kind, or not valid. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof MongoServerError && (error.code === duplicateKey || error.code === notValid);
}

/** Whether a statement took longer than it may (`maxTimeMS`). */
export function isTimeExceeded(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === timeExceeded;
}

/** Whether another writer was faster: read again, decide again. */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  return error.code === duplicateKey || error.code === writeConflict || error.code === 251;
}

/** Whether the database, not the work, is at fault: the same work will do once it is back. */
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
