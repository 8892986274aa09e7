import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  size: number;
  packed: number;
}

/** The maximum size, because the archives do not use ZIP64, which some readers do not support. */
const largest = 0xffff_ffff;
/** Spreadsheets are repetitive: the fastest level already shrinks them to a tenth. */
const level = 1;
/** The flags of each entry: its sizes follow its content, because they are not known earlier, and its name is UTF-8. */
const flags = 0x0808;
const [deflated, version] = [8, 20];
/** The date of each entry is 1980-01-01, so that the same records always produce the same bytes. */
const [date, time] = [0x21, 0];

/** Yields an archive in pieces. Each entry is compressed while it is read, so memory holds at most one piece. */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 };
    const head = localHeader(entry);
    yield head;
    for await (const piece of deflate(counted(content, entry))) {
      entry.packed += piece.length;
      yield piece;
    }
    const tail = descriptor(entry);
    yield tail;
    offset += head.length + entry.packed + tail.length;
    if (offset > largest) throw new Error('The archive is larger than 4 GiB');
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOfDirectory({ count: written.length, offset, size: directory.length });
}

async function* counted(content: ZipEntry['content'], entry: Written): AsyncGenerator<Uint8Array> {
  for await (const text of content) {
    const piece = Buffer.from(text);
    entry.crc = crc32(piece, entry.crc);
    entry.size += piece.length;
    if (entry.size > largest) throw new Error('A file in the archive is larger than 4 GiB');
    yield piece;
  }
}

async function* deflate(content: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflater = createDeflateRaw({ level });
  const fed = pipeline(Readable.from(content, { objectMode: true, highWaterMark: 1 }), deflater);
  // The loop below throws the same error, so ignore it here.
  fed.catch(() => undefined);
  for await (const piece of deflater) yield piece as Uint8Array;
  await fed;
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  writeShorts(head, 4, [version, flags, deflated, time, date]);
  writeShorts(head, 26, [name.length, 0]);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const tail = Buffer.alloc(16);
  writeWords(tail, 0, [0x0807_4b50, crc, packed, size]);
  return tail;
}

function directoryEntry({ name, offset, crc, size, packed }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  writeShorts(entry, 4, [version, version, flags, deflated, time, date]);
  writeWords(entry, 16, [crc, packed, size]);
  writeShorts(entry, 28, [name.length, 0, 0, 0, 0]);
  writeWords(entry, 38, [0, offset]);
  return Buffer.concat([entry, name]);
}

function endOfDirectory({ count, offset, size }: { count: number; offset: number; size: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  writeShorts(end, 8, [count, count]);
  writeWords(end, 12, [size, offset]);
  return end;
}

function writeShorts(buffer: Buffer, at: number, values: readonly number[]): void {
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, at + 2 * index);
}

function writeWords(buffer: Buffer, at: number, values: readonly number[]): void {
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, at + 4 * index);
}
