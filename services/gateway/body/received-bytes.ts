/** The received part of a body: the first `size` bytes of `bytes`, which may have spare capacity. */
export interface ReceivedBytes {
  bytes: Buffer;
  size: number;
  /** The memory was allocated here, and no other buffer shares it. */
  isOwn: boolean;
}

const leastRoom = 1024;

/**
 * The most bytes that one read of a connection returns. A longer body arrived in several reads and was copied into one buffer.
 */
export const largestPiece = 64 * 1024;

export const nothing: ReceivedBytes = { bytes: Buffer.alloc(0), size: 0, isOwn: false };

/**
 * Appends a chunk; don't use `received` afterwards. Clients may send a body in any number of pieces. One object per piece would
 * use far more memory than the bytes, so pieces are copied into one buffer. A body of one chunk is not copied. `most` is the
 * size of the whole body, where known.
 */
export function withChunk(received: ReceivedBytes, chunk: Buffer, most = Infinity): ReceivedBytes {
  const { bytes, size, isOwn } = received;
  if (size === 0) return { bytes: chunk, size: chunk.length, isOwn: false };
  const together = size + chunk.length;
  let room = bytes;
  if (together > bytes.length) {
    // Doubling the capacity copies each byte about twice on average, even for very small pieces.
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

/** Frees unshared memory immediately, because much more may arrive before the garbage collector runs. */
export function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
