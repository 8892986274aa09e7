const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/**
 * Finds the end of each response on a connection without keeping the content. A chunked body ends at the bytes of its last
 * chunk, which no response of the store contains elsewhere.
 */
export class AnswerReader {
  readonly #onAnswer: (status: number) => void;
  readonly #waiting: { resolve: (status: number) => void; reject: (error: Error) => void }[] = [];
  readonly #unclaimed: number[] = [];
  #head: Buffer = Buffer.alloc(0);
  #status = 0;
  /**
   * The number of bytes of the body that are still to be read. It is -1 in a chunked body, and null between
   * two responses.
   */
  #left: number | null = null;
  #tail: Buffer = Buffer.alloc(0);
  #hasEnded = false;

  constructor(onAnswer: (status: number) => void) {
    this.#onAnswer = onAnswer;
  }

  next(): Promise<number> {
    const ready = this.#unclaimed.shift();
    if (ready !== undefined) return Promise.resolve(ready);
    if (this.#hasEnded) return Promise.reject(new Error('The connection ended'));
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  end(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The connection ended'));
  }

  push(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0;) {
      if (this.#left === null) rest = this.#readHead(rest);
      else if (this.#left < 0) rest = this.#readChunks(rest);
      else rest = this.#readLength(rest);
    }
  }

  #readHead(bytes: Buffer): Buffer {
    const known = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = known.indexOf(headEnd);
    if (end < 0) {
      this.#head = known;
      return Buffer.alloc(0);
    }
    const head = known.toString('latin1', 0, end);
    this.#head = Buffer.alloc(0);
    this.#status = Number(head.slice(9, 12));
    const rest = known.subarray(end + headEnd.length);
    if (this.#status === 100) return rest;
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    const isEmpty = this.#status === 204 || this.#status === 304;
    this.#left = isEmpty ? 0 : length === undefined ? -1 : Number(length);
    // The line break at the end of the head is also the line break before the size of the first chunk.
    this.#tail = Buffer.from('\r\n');
    if (this.#left === 0) this.#finish();
    return rest;
  }

  #readLength(bytes: Buffer): Buffer {
    const taken = Math.min(bytes.length, this.#left ?? 0);
    this.#left = (this.#left ?? 0) - taken;
    if (this.#left === 0) this.#finish();
    return bytes.subarray(taken);
  }

  #readChunks(bytes: Buffer): Buffer {
    const kept = this.#tail.length;
    const known = Buffer.concat([this.#tail, bytes]);
    const end = known.indexOf(lastChunk);
    if (end < 0) {
      this.#tail = Buffer.from(known.subarray(-(lastChunk.length - 1)));
      return Buffer.alloc(0);
    }
    this.#finish();
    return bytes.subarray(end + lastChunk.length - kept);
  }

  #finish(): void {
    this.#left = null;
    this.#tail = Buffer.alloc(0);
    this.#onAnswer(this.#status);
    const waiter = this.#waiting.shift();
    if (waiter) waiter.resolve(this.#status);
    else this.#unclaimed.push(this.#status);
  }
}
