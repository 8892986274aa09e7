import { parentPort } from 'node:worker_threads';
import { Problem } from '#shared/contracts/errors.ts';
import { decodeBody } from './decode-body.ts';
import type { Decoded, ToDecode } from './decode-in-thread.ts';
import { free } from './received-bytes.ts';

parentPort?.on('message', ({ id, bytes, contentType, values }: ToDecode) => {
  const outcome = decoded(bytes, contentType, values);
  free(bytes);
  parentPort?.postMessage({ id, ...outcome } satisfies Decoded);
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
