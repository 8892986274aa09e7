import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { KiB, MiB, repeated, type Attack } from '../attack.ts';

const path = '/api/client/addresses';
const json = (size: number) => Buffer.from(`{"line1":"${'x'.repeat(size - 20)}"}`);
const numbers = (size: number) => Buffer.from(`{"a":[${repeated('1,', size - 20)}1]}`);
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface Compressed {
  encoding: string;
  body: () => Buffer;
}

/** Bodies that are small when compressed but large when decompressed: up to the body limit, and far above it. */
const bodies: Record<string, Compressed> = {
  'gzip of one text, 1 MiB': { encoding: 'gzip', body: () => gzipSync(json(MiB)) },
  'gzip of 500,000 numbers, 1 MiB': { encoding: 'gzip', body: () => gzipSync(numbers(MiB)) },
  'gzip of 256 MiB': { encoding: 'gzip', body: () => gzipSync(json(256 * MiB)) },
  'deflate of 1 MiB': { encoding: 'deflate', body: () => deflateSync(numbers(MiB)) },
  'deflate of 256 MiB': { encoding: 'deflate', body: () => deflateSync(json(256 * MiB)) },
  'br of 1 MiB': { encoding: 'br', body: () => brotliCompressSync(numbers(MiB), best) },
  'br of 256 MiB': { encoding: 'br', body: () => brotliCompressSync(json(256 * MiB), best) },
  'zstd of 256 MiB': { encoding: 'zstd', body: () => zstdCompressSync(json(256 * MiB)) },
  'gzip of 50,000 empty members, 1 MiB': {
    encoding: 'gzip',
    body: () => {
      const member = gzipSync('');
      return Buffer.concat(Array.from({ length: Math.floor(MiB / member.length) }, () => member));
    },
  },
  'gzip within gzip': { encoding: 'gzip, gzip', body: () => gzipSync(gzipSync(json(MiB))) },
  'gzip cut short': { encoding: 'gzip', body: () => gzipSync(json(MiB)).subarray(0, KiB / 2) },
};

export const compressedAttacks: Attack[] = Object.entries(bodies).map(
  ([name, { encoding, body }]): Attack => ({
    family: 'compressed',
    name: `JSON, ${name}`,
    from: 'shoppers',
    requests: () => {
      const bytes = body();
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
      return () => ({ method: 'POST', path, headers, body: bytes });
    },
  }),
);
