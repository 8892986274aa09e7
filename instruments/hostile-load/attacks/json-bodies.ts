import { joined, KiB, MiB, repeated, sizeText, type Attack } from '../attack.ts';

const headers = { 'Content-Type': 'application/json' };
const path = '/api/client/addresses';

/** JSON bodies of about `size` bytes. Each key names what makes the body expensive to parse. */
const bodies: Record<string, (size: number) => string> = {
  'nested as deep as it is long': (size) => `${repeated('{"a":', (size / 6) * 5)}1${repeated('}', size / 6)}`,
  'arrays in arrays': (size) => `{"a":${repeated('[', size / 2 - 5)}${repeated(']', size / 2 - 5)}}`,
  '10,000 long names': (size) => {
    const filler = 'k'.repeat(Math.max(Math.floor(size / 10_000) - 14, 1));
    return `{${joined((index) => `"${filler}${index}":1`, ',', size - 2, 9_990)}}`;
  },
  'short names': (size) => `{${joined((index) => `"${index.toString(36)}":1`, ',', size - 2)}}`,
  'empty objects': (size) => `{"a":[${repeated('{},', size - 10)}1]}`,
  'one long text': (size) => `{"line1":"${'x'.repeat(size - 20)}"}`,
  'blanks of Unicode to trim': (size) => `{"line1":"${'\u00a0\u3000'.repeat((size - 20) / 5)}x"}`,
  'one long number': (size) => `{"line1":${'9'.repeat(size - 20)}}`,
  'one name again and again': (size) => `{${repeated('"line1":1,', size - 20)}"line1":1}`,
  escapes: (size) => `{"line1":"${repeated('\\u0041', size - 20)}"}`,
  'brackets in 9,000 names': (size) =>
    `{${joined((index) => `"a[b][${index}][c]":1`, ',', size - 2, 9_000)}}`,
  'uneven entries': (size) => `{${joined((index) => `"items[*.f${index}]":1`, ',', size - 2, 9_000)}}`,
};

/** The bodies with the highest cost per byte, which are also sent at a small size. */
const alsoSmall = new Set(['short names', 'empty objects', 'brackets in 9,000 names', 'uneven entries']);

const ofShoppers = Object.entries(bodies).flatMap(([name, make]): Attack[] =>
  [MiB, ...(alsoSmall.has(name) ? [64 * KiB] : [])].map((size) => ({
    family: 'JSON',
    name: `JSON, ${name}, ${sizeText(size)}`,
    from: 'shoppers',
    // Small bodies are expensive only in large numbers. On one connection they cost less than large bodies.
    ...(size < MiB && { connections: [32] }),
    requests: () => {
      const body = make(size);
      return () => ({ method: 'POST', path, headers, body });
    },
  })),
);

/** An order whose lines violate every rule, so that the error response lists each violation. */
function orderOf(count: number, item: (index: number) => unknown): string {
  const items = Array.from({ length: count }, (_, index) => item(index));
  return JSON.stringify({ user_id: 1, address_id: 1, payment_method: 1, status: 'pending', total: 0, items });
}

const staffOrders: [string, () => string][] = [
  ['1,000 broken lines', () => orderOf(1000, () => ({ product_id: 'x', amount: 'y', main_price: 'z' }))],
  [
    '1,000 lines of unknown products',
    () => orderOf(1000, (index) => ({ product_id: 10_000_000 + index, amount: 1 })),
  ],
  ['3,300 empty lines', () => orderOf(3300, () => ({}))],
];

export const jsonAttacks: Attack[] = [
  ...ofShoppers,
  ...staffOrders.map(([name, make]): Attack => ({
    family: 'JSON',
    name: `order of ${name}`,
    from: 'staff',
    requests: () => {
      const body = make();
      return () => ({ method: 'POST', path: '/api/admin/orders', headers, body });
    },
  })),
  {
    family: 'JSON',
    name: 'JSON without a token, 1 MiB',
    from: 'stranger',
    requests: () => {
      const body = `{"line1":"${'x'.repeat(MiB - 20)}"}`;
      return () => ({ method: 'POST', path, headers, body });
    },
  },
];
