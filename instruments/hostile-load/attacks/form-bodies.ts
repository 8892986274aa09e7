import { joined, KiB, MiB, repeated, sizeText, type Attack } from '../attack.ts';

const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
const path = '/api/client/addresses';

/** URL-encoded bodies of about `size` bytes. Each key names what makes the body expensive to parse. */
const bodies: Record<string, (size: number) => string> = {
  'as many pairs as fit': (size) => repeated('a=&', size),
  'names of their own': (size) => joined((index) => `${index.toString(36)}=1`, '&', size),
  '9,900 entries of one list': (size) => joined(() => 'items[]=1', '&', size, 9_900),
  '4,900 entries with fields': (size) => joined((index) => `items[${index}][amount]=1`, '&', size, 4_900),
  'entries without an index': (size) => joined(() => 'items[][a]=1&items[][b]=2', '&', size, 2_400),
  'names of five levels': (size) => joined((index) => `a[b][c][d][${index}]=1`, '&', size, 9_900),
  'brackets as deep as it is long': (size) => `a${repeated('[b]', size - 10)}=1`,
  'open brackets': (size) => `a${'['.repeat(size - 10)}=1`,
  dots: (size) => joined((index) => `a.b.c.d.${index}=1`, '&', size, 9_900),
  'one name of dots': (size) => `${repeated('a.', size - 10)}b=1`,
  'percent signs': (size) => `line1=${repeated('%D8%A7', size - 10)}`,
  'percent signs in 9,000 names': (size) => joined((index) => `%5B%D8%A7${index}=%20`, '&', size, 9_000),
  'plus signs': (size) => `line1=${'+'.repeat(size - 10)}`,
  'uneven fields': (size) => joined((index) => `items[*.f${index}]=1`, '&', size, 9_900),
  'far indexes': (size) => joined((index) => `a[${999_999_999_999_999 - index * 7}]=1`, '&', size, 9_900),
};

/** The bodies with the highest cost per byte, which are also sent at a small size. */
const alsoSmall = new Set(['names of five levels', 'entries without an index', 'uneven fields', 'dots']);

export const formAttacks: Attack[] = Object.entries(bodies).flatMap(([name, make]): Attack[] =>
  [MiB, ...(alsoSmall.has(name) ? [64 * KiB] : [])].map((size) => ({
    family: 'forms',
    name: `form, ${name}, up to ${sizeText(size)}`,
    from: 'shoppers',
    ...(size < MiB && { connections: [32] }),
    requests: () => {
      const body = make(size);
      return () => ({ method: 'POST', path, headers, body });
    },
  })),
);
