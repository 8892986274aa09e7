import { gzipSync } from 'node:zlib';

import { joined, MiB, repeated, type Attack } from '../attack.ts';
import type { HostileRequest } from '../hostile-request.ts';

const path = '/api/client/addresses';
const field = (name: string, value = '') =>
  `\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

function post(boundary: string, body: string, more: Record<string, string> = {}): () => HostileRequest {
  const request = {
    method: 'POST',
    path,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...more },
    body: Buffer.from(body, 'latin1'),
  };
  return () => request;
}

function zipped(boundary: string, body: string): () => HostileRequest {
  const request = post(boundary, body)();
  const headers = { ...request.headers, 'Content-Encoding': 'gzip' };
  const small = gzipSync(body, { level: 9 });
  return () => ({ ...request, headers, body: small });
}

const emptyParts = (size: number) => `${repeated('--x\r\n', size - 10)}--x--\r\n`;
const nearBoundary = 'b'.repeat(69);

const bodies: Record<string, () => () => HostileRequest> = {
  '200,000 empty parts, gzipped': () => zipped('x', emptyParts(MiB)),
  'empty parts, 1 MiB': () => post('x', emptyParts(MiB)),
  'parts with nothing but a header, gzipped': () =>
    zipped('x', `${repeated('--x\r\na:\r\n\r\n\r\n', MiB - 10)}--x--\r\n`),
  'as many named fields as fit, 1 MiB': () =>
    post('x', `${joined(() => `--x${field('a')}`, '', MiB - 10)}--x--\r\n`),
  '9,000 named fields, 1 MiB': () =>
    post(
      'x',
      `${joined((index) => `--x${field(`f${index}`, 'v'.repeat(40))}`, '', MiB - 10, 9000)}--x--\r\n`,
    ),
  '9,000 named fields, gzipped': () =>
    zipped(
      'x',
      `${joined((index) => `--x${field(`f${index}`, 'v'.repeat(40))}`, '', MiB - 10, 9000)}--x--\r\n`,
    ),
  'one part of many headers, 1 MiB': () =>
    post('x', `--x\r\n${repeated('a: b\r\n', MiB - 20)}\r\n\r\n--x--\r\n`),
  'one header without end, 1 MiB': () => post('x', `--x\r\na: ${'b'.repeat(MiB - 20)}`),
  'a boundary that never comes, 1 MiB': () => post('x', `--x${field('line1', 'y'.repeat(MiB - 200))}`),
  'text that almost equals the boundary, repeated, 1 MiB': () =>
    post(
      `${nearBoundary}c`,
      `--${nearBoundary}c${field('line1', repeated(`\r\n--${nearBoundary}d`, MiB - 400))}`,
    ),
  'half boundaries, 1 MiB': () =>
    post(`${nearBoundary}c`, `--${nearBoundary}c${field('line1', repeated('\r\n--bb', MiB - 400))}`),
  'line breaks, 1 MiB': () => post('x', `--x${field('line1', repeated('\r\n', MiB - 200))}`),
  'files without content, 1 MiB': () =>
    post(
      'x',
      `${joined(() => '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n', '', MiB - 10)}--x--\r\n`,
    ),
  'a long disposition, 1 MiB': () =>
    post('x', `--x\r\nContent-Disposition: form-data; ${repeated('a="b"; ', 60_000)}\r\n\r\n\r\n--x--\r\n`),
};

export const multipartAttacks: Attack[] = Object.entries(bodies).map(([name, make]): Attack => ({
  family: 'multipart',
  name: `multipart, ${name}`,
  from: 'shoppers',
  requests: make,
}));
