import { parentPort } from 'node:worker_threads';
import { Problem } from '#shared/errors.ts';
import { decodeBody } from './decode-body.ts';
import type { Decoded, ToDecode } from './decode-in-thread.ts';

/** The thread of `decodeInThread`. */
parentPort?.on('message', ({ id, bytes, contentType, values }: ToDecode) => {
  parentPort?.postMessage({ id, ...decoded(bytes, contentType, values) } satisfies Decoded);
});

function decoded(bytes: Uint8Array, contentType: string | undefined, values: number) {
  try {
    return {
      data: decodeBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), contentType, values),
    };
  } catch (error) {
    return error instanceof Problem ? { refusal: error.details } : { fault: String(error) };
  }
}
