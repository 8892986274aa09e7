/** The received bytes are the first `size` bytes of `bytes`, which may have spare capacity. */
interface ReceivedBytes {
  bytes: Buffer;
  size: number;
  /** Whether `withChunk` allocated the memory. No other buffer shares the memory that `withChunk` allocates. */
  isOwn: boolean;
}

const leastRoom = 1024;

/** The maximum length of one chunk. A longer body has several chunks, so `withChunk` copies it to a buffer of its own. */
export const largestPiece = 64 * 1024;

export const nothing: ReceivedBytes = { bytes: Buffer.alloc(0), size: 0, isOwn: false };

/** Small chunks share one buffer, to save memory. Don't use `received` after the call. `most`: the body's size, if known. */
export function withChunk(received: ReceivedBytes, chunk: Buffer, most = Infinity): ReceivedBytes {
  const { bytes, size, isOwn } = received;
  if (size === 0) return { bytes: chunk, size: chunk.length, isOwn: false };
  const together = size + chunk.length;
  let room = bytes;
  if (together > bytes.length) {
    // Doubling the capacity copies each byte about twice on average, even for very small chunks.
    room = Buffer.allocUnsafeSlow(Math.max(together, Math.min(2 * together, most), leastRoom));
    bytes.copy(room, 0, 0, size);
    release(received);
  }
  chunk.copy(room, size);
  return { bytes: room, size: together, isOwn: isOwn || room !== bytes };
}

export function release({ bytes, isOwn }: ReceivedBytes): void {
  if (isOwn) free(bytes);
}

/** Frees unshared memory immediately, because many more bodies may arrive before the garbage collector runs. */
export function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
