import { gzipSync } from 'node:zlib';

import { joined, MiB, type Attack } from '../attack.ts';

const size = 8 * MiB - 200;
const path = '/api/admin/products/bulk-update';
const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const long = (index: number) => String(100_000_000_000_000 + index);

/**
 * Every notation of `ids` at its largest size. Without `status`, the store rejects the request only after
 * reading the whole body.
 */
const bodies: Record<string, [headers: Record<string, string>, make: () => string]> = {
  '100,000 in an array': [json, () => `{"ids":[${joined(long, ',', size, 100_000)}]}`],
  '100,000 as texts with blanks': [
    json,
    () => `{"ids":[${joined((index) => `"${' '.repeat(60)}${long(index)}"`, ',', size, 100_000)}]}`,
  ],
  'an array beyond the limit': [json, () => `{"ids":[${joined(long, ',', size)}]}`],
  'by comma': [json, () => `{"ids":"${joined(String, ',', size)}"}`],
  'commas alone': [json, () => `{"ids":"${','.repeat(size)}"}`],
  'an array as a text': [json, () => `{"ids":"[${joined(String, ',', size)}]"}`],
  'brackets as a text': [json, () => `{"ids":"${'['.repeat(size)}"}`],
  'the same one': [json, () => `{"ids":[${joined(() => '1', ',', size, 119_000)}]}`],
  'ids[]': [form, () => joined((index) => `ids[]=${long(index)}`, '&', size, 119_000)],
  'ids[] of many digits': [form, () => joined(() => `ids[]=${'9'.repeat(60)}`, '&', size, 119_000)],
  'ids[0]': [form, () => joined((index) => `ids[${index}]=${long(index)}`, '&', size, 119_000)],
  'ids[0] backwards': [
    form,
    () => joined((index) => `ids[${119_000 - index}]=${long(index)}`, '&', size, 119_000),
  ],
  'ids by comma in a form': [form, () => `ids=${joined(String, ',', size)}`],
};

export const bulkAttacks: Attack[] = [
  ...Object.entries(bodies).map(([name, [headers, make]]): Attack => ({
    family: 'bulk ids',
    name: `ids, ${name}, up to 8 MiB`,
    from: 'staff',
    requests: () => {
      const body = make();
      return () => ({ method: 'PUT', path, headers, body });
    },
  })),
  {
    family: 'bulk ids',
    name: 'ids, 100,000 in an array, gzipped',
    from: 'staff',
    requests: () => {
      const body = gzipSync(`{"ids":[${joined(String, ',', size, 100_000)}]}`);
      return () => ({ method: 'PUT', path, headers: { ...json, 'Content-Encoding': 'gzip' }, body });
    },
  },
  {
    family: 'bulk ids',
    name: 'ids, 100,000 unknown ones, accepted',
    from: 'staff',
    connections: [1, 4],
    requests: () => {
      const body = `{"ids":[${joined(long, ',', size, 100_000)}],"status":1}`;
      const headers = { ...json, Prefer: 'respond-async' };
      return () => ({ method: 'PUT', path, headers, body });
    },
  },
];
