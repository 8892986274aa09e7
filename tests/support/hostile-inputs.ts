/** Queries, headers, bodies and values like those from attackers. */
import { gzipSync } from 'node:zlib';

export interface HostileInput {
  name: string;
  /** Appended to the path; includes the `?`. */
  query?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const bytes = (text: string | Uint8Array) => new Uint8Array(Buffer.from(text as string));
const slow = '(a+)+$';

export const hostileQueries: HostileInput[] = [
  'filters[$gt]=',
  'filters[$where]=sleep(5000)',
  'filters[id][$ne]=0',
  'filters[user_id][$gt]=0',
  'filters[status][$in][]=pending',
  'filters[name][$regex]=.*&filters[name][$options]=s',
  'filters[price][]=1&filters[price][]=2',
  'filters={"$where":"1"}',
  'filters[]=1',
  'filters[__proto__][name]=x',
  'filters[constructor][prototype][name]=x',
  '__proto__[paginate]=1&__proto__[isAdmin]=1',
  'constructor[prototype][paginate]=1',
  'search[$regex]=.*',
  'search[]=a&search[]=b',
  `search=${encodeURIComponent(slow.repeat(33))}`,
  `filters[name]=${encodeURIComponent(slow.repeat(33))}`,
  'search=%00',
  'search=a%00b&filters[name]=%00',
  'search=%0d%0aSet-Cookie:%20a=b',
  'search=%F0%9F%98%80%20%D9%85%D8%B1%D8%AD%D8%A8%D8%A7',
  'search=%E2%80%AE%E2%80%8F',
  'search=%ED%A0%80',
  'search=%FF',
  'search=%',
  '%00=1',
  'search=%5C',
  "search=';DROP TABLE orders;--",
  'sort[$gt]=id',
  'sort=__proto__',
  'sort=-constructor,toString',
  `sort=${'-id,id,'.repeat(1500)}id`,
  'paginate[$ne]=false',
  'paginate=1&page[$gt]=0',
  'paginate=1&page=-1',
  'paginate=1&page=1e309',
  'paginate=1&page=99999999999999999999',
  'paginate=1&per_page[]=1',
  'paginate=1&per_page=0x10',
  'paginate=cursor&cursor=W10',
  `paginate=cursor&cursor=${Buffer.from('[1,{"$gt":""}]').toString('base64url')}`,
  `paginate=cursor&cursor=${Buffer.from('[1,"x"]').toString('base64url')}`,
  `paginate=cursor&cursor=${Buffer.from('[1,1e400]').toString('base64url')}`,
  `paginate=cursor&cursor=${'A'.repeat(2000)}`,
  'filters[status]=1&filters[status]=0&paginate=1&paginate=true',
  `a${'[b]'.repeat(40)}=1`,
  Array.from({ length: 700 }, (_, index) => `filters[f${index}]=1`).join('&'),
  `filters${'[]'.repeat(2000)}=1`,
  '['.repeat(8000),
  `a=${'%01'.repeat(4500)}`,
  `a=${'%22'.repeat(4500)}`,
  '_method=DELETE&dry_run[$ne]=1',
  'page[toString]=1&fields[toString]=1&format=csv',
  'paginate[toString]=1&filters[status][toString]=1',
].map((query) => ({ name: `?${query.slice(0, 60)}`, query: `?${query}` }));

export const hostileHeaders: HostileInput[] = [
  { 'idempotency-key': '{"$gt":""}' },
  { 'idempotency-key': 'x'.repeat(5000) },
  { 'if-match': '"1-en", "2-en"' },
  { 'if-match': `"${'9'.repeat(300)}-en"` },
  { 'if-none-match': '*' },
  { 'if-none-match': '"'.repeat(4000) },
  { prefer: `wait=${'9'.repeat(200)}` },
  { prefer: 'wait=-1; wait=NaN, respond-async=$ne' },
  { 'accept-language': `ar;q=${'1'.repeat(4000)}` },
  { 'accept-language': 'x-$where,__proto__;q=1' },
  { 'x-request-id': '<script>alert(1)</script>' },
  { 'x-request-id': 'x'.repeat(4000) },
  { traceparent: '00-zzzz-yyyy-01', tracestate: '='.repeat(1000) },
  { traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, baggage: 'a=b,'.repeat(1000) },
  { 'x-forwarded-for': '::1, 127.0.0.1', 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'evil' },
  { forwarded: 'for=127.0.0.1;host=evil', 'x-original-url': '/api/admin/users', 'x-rewrite-url': '/' },
  { 'x-store-internal': 'guessed' },
  { range: 'bytes=0-0,1-1', 'if-range': '*' },
  { cookie: 'session=admin; __proto__=1' },
  { origin: 'null' },
].map((headers) => ({
  name: Object.entries(headers)
    .map(([name, value]) => `${name}: ${value.slice(0, 30)}`)
    .join(', '),
  headers,
}));

const entries = (unit: string, count: number) => Array.from({ length: count }, () => unit).join(',');
const fields = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${name(index)}=1`).join('&');

/** Complete request bodies, with headers if the type or encoding is unusual. */
export const hostileBodies: HostileInput[] = [
  { name: 'a prototype', headers: json, body: '{"__proto__":{"price":1,"isAdmin":true}}' },
  { name: 'a constructor', headers: json, body: '{"constructor":{"prototype":{"isAdmin":true}}}' },
  { name: 'a prototype in brackets', headers: form, body: '__proto__[price]=1&en[__proto__][name]=x' },
  { name: 'a constructor in brackets', headers: form, body: 'constructor[prototype][isAdmin]=1' },
  {
    name: 'operators',
    headers: json,
    body: '{"$where":"sleep(5000)","$set":{"price":0},"ids":{"$ne":null}}',
  },
  { name: 'operators in brackets', headers: form, body: '$where=1&ids[$gt]=0&status[$ne]=x&items[$gt][a]=1' },
  {
    name: 'duplicate keys',
    headers: json,
    body: '{"ids":[1],"ids":{"$gt":0},"amount":1,"amount":{"$inc":1}}',
  },
  { name: 'a method that there is not', headers: json, body: '{"_method":{"$ne":"GET"}}' },
  { name: 'truncated JSON', headers: json, body: '{"price":1,"en":{"name":"' },
  { name: 'truncated multipart', headers: multipart, body: '--x\r\nContent-Disposition: form-data; name="a' },
  { name: 'JSON as multipart', headers: multipart, body: '{"price":1}' },
  { name: 'multipart without boundary', headers: { 'content-type': 'multipart/form-data' }, body: '--x--' },
  { name: 'parts of nothing', headers: multipart, body: `${'--x\r\n'.repeat(200_000)}--x--` },
  {
    name: 'parts of nothing, packed',
    headers: { ...multipart, 'content-encoding': 'gzip' },
    body: bytes(gzipSync(`${'--x\r\n'.repeat(200_000)}--x--`)),
  },
  { name: 'pairs of nothing', headers: form, body: '&'.repeat(1024 * 1024) },
  { name: 'a form as XML', headers: { 'content-type': 'application/xml' }, body: 'price=1' },
  {
    name: 'XML as JSON',
    headers: json,
    body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  },
  { name: 'two content types', headers: { 'content-type': 'application/json, text/plain' }, body: '{}' },
  { name: 'plain text as gzip', headers: { ...json, 'content-encoding': 'gzip' }, body: '{"price":1}' },
  {
    name: 'truncated gzip',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: bytes(gzipSync('{"price":1}')).slice(0, 15),
  },
  {
    name: 'a gzip bomb',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: bytes(gzipSync(`{"notes":"${'x'.repeat(20 * 1024 * 1024)}"}`)),
  },
  { name: 'gzip in gzip', headers: { ...json, 'content-encoding': 'gzip, gzip' }, body: '{}' },
  {
    name: 'invalid UTF-8',
    headers: json,
    body: new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  },
  { name: 'UTF-16', headers: json, body: new Uint8Array(Buffer.from('{"price":1}', 'utf16le')) },
  { name: 'a form of invalid UTF-8', headers: form, body: 'notes=%C3%28&name=%ED%A0%80' },
  { name: 'NUL bytes', headers: json, body: '\0\0\0\0' },
  { name: 'NUL names', headers: form, body: 'a%00b=1&%00[%00]=2' },
  { name: 'nothing but brackets', headers: json, body: '['.repeat(100_000) },
  { name: 'deep JSON', headers: json, body: '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000) },
  { name: 'deep brackets', headers: form, body: `a${'[b]'.repeat(50_000)}=1` },
  { name: 'open brackets', headers: form, body: `a${'['.repeat(100_000)}=1` },
  { name: 'many names', headers: form, body: fields(30_000, (index) => `k${index}`) },
  { name: 'many entries', headers: form, body: fields(30_000, (index) => `items[${index}][a]`) },
  {
    name: 'many uneven fields',
    headers: form,
    body: `items[*.a]=1&${fields(30_000, (i) => `items[*.f${i}]`)}`,
  },
  {
    name: 'a far index',
    headers: form,
    body: 'items[999999999][product_id]=1&ids[4294967296]=1&items[-1][a]=1',
  },
  { name: 'many empty items', headers: json, body: `{"items":[${entries('{}', 100_000)}],"ids":[]}` },
  { name: 'many broken items', headers: json, body: `{"items":[${entries('{"amount":"x"}', 3000)}]}` },
  {
    name: 'numbers beyond numbers',
    headers: json,
    body: '{"price":1e999,"total":-1e999,"amount":1e-999,"ids":[1e21]}',
  },
  {
    name: 'a number without end',
    headers: json,
    body: `{"price":${'9'.repeat(100_000)},"ids":"${'9'.repeat(100_000)}"}`,
  },
  {
    name: 'a slow pattern',
    headers: json,
    body: JSON.stringify({ notes: slow.repeat(8300), name: slow.repeat(8300) }),
  },
  { name: 'more than its limit', headers: json, body: `{"notes":"${'x'.repeat(1024 * 1024)}"}` },
];

/** Values for a single field. A text among these values must stay text and never be parsed as an object. */
export const hostileValues: unknown[] = [
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(5000)' },
  [{ $gt: '' }],
  { constructor: { prototype: { polluted: true } } },
  JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  '$where: sleep(5000)',
  '{"$ne":null}',
  '=cmd|calc',
  'before\u0000after',
  '\ud800',
  '\r\nX-Injected: 1',
  '\u202e\u2066مرحبا 👩‍🚀',
  slow.repeat(33),
  `${'a'.repeat(254)}!`,
  `${'a.'.repeat(120)}@${'a.'.repeat(60)}!`,
  '9'.repeat(400),
  '1e999999999',
  -1e308,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '-0',
  'NaN',
  [],
  [[[]]],
];

/**
 * Returns the part of the inputs with which the endpoint at `place` is tested. All endpoints use the same
 * parser, so each needs only a part. With three parts, each endpoint gets every third input.
 */
export function shareOf<Input>(
  inputs: readonly Input[],
  { parts, place }: { parts: number; place: number },
): Input[] {
  return inputs.filter((_, index) => (index + place) % parts === 0);
}

/** Whether the key is a MongoDB operator or reaches an object's prototype. */
export function isOperatorKey(key: string): boolean {
  return key.startsWith('$') || key === '__proto__' || key === 'constructor';
}

/** Whether the text contains a lone surrogate or the NUL character of a hostile value. */
export function isMalformedText(text: string): boolean {
  return !text.isWellFormed() || text.includes('before\u0000after');
}
