import { Buffer } from 'node:buffer';

/** A few large pieces compress faster than many small pieces. */
const pieceBytes = 256 * 1024;
const smallestDocument = 5;
const largestDocument = 48 * 1024 * 1024;

/** Joins BSON documents into larger pieces and calls `met` with each document. */
export async function* inPieces(
  documents: AsyncIterable<Uint8Array>,
  met: (document: Uint8Array) => void,
): AsyncIterable<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const document of documents) {
    met(document);
    waiting.push(document);
    bytes += document.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(waiting, bytes);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

/** Splits bytes into documents. The pieces may be cut anywhere, because each document begins with its length. */
export async function* documentsIn(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    let from = 0;
    while (bytes.length - from >= smallestDocument) {
      const length = bytes.readInt32LE(from);
      if (length < smallestDocument || length > largestDocument)
        throw new Error('There is no document where one should begin');
      if (bytes.length - from < length) break;
      yield bytes.subarray(from, from + length);
      from += length;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) throw new Error('The last document is cut off');
}
