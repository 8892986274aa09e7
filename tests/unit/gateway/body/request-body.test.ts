import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Problem } from '#shared/contracts/errors.ts';
import { multipartFields } from '#services/gateway/body/multipart-fields.ts';
import { readBody, type Reception } from '#services/gateway/body/receive-body.ts';

const limits = { bytes: 10_000, values: 100 };
type Body = NonNullable<RequestInit['body']>;
/** The amounts of memory that the bodies of a test reserved, and the number of queued bodies. */
let taken: number[] = [];
let turns = 0;
const reception: Reception = {
  take: (bytes) => void taken.push(bytes),
  heavyTurn: (read) => {
    turns += 1;
    return read();
  },
};
let applied = limits;
let server: Server;
let port: number;
/** The result of the last request, even when its connection closed before a response could be sent. */
let outcome: Promise<unknown>;

beforeAll(async () => {
  server = createServer((request, response) => {
    outcome = readBody(request, applied, reception).then(
      ({ fields }) => fields,
      (error: unknown) => (error instanceof Problem ? error.details : { crash: String(error) }),
    );
    void outcome.then((result) => response.end(JSON.stringify(result)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function sent(body: Body | null, headers: Record<string, string> = {}): Promise<unknown> {
  const init: RequestInit = { method: 'POST', body, headers, duplex: 'half' };
  return (await fetch(`http://127.0.0.1:${port}/`, init)).json();
}

const json = (body: Body, headers: Record<string, string> = {}): Promise<unknown> =>
  sent(body, { 'content-type': 'application/json', ...headers });

const refused = (code: string): unknown => expect.objectContaining({ code });

describe('the same order in every content type', () => {
  const order = { notes: 'two  words', items: [{ product_id: '7' }], empty: null };
  const form = new FormData();
  form.append('notes', ' two  words ');
  form.append('items[0][product_id]', '7');
  form.append('empty', '');
  const urlencoded = 'notes=+two++words+&items[0][product_id]=7&empty=';
  const asJson = JSON.stringify({ notes: ' two  words ', items: [{ product_id: '7' }], empty: '' });

  test.each<[string, Body, Record<string, string>]>([
    ['JSON', asJson, { 'content-type': 'application/json' }],
    ['JSON with charset', asJson, { 'content-type': 'Application/JSON; charset="UTF-8"' }],
    ['a JSON-based media type', asJson, { 'content-type': 'application/vnd.api+json' }],
    ['JSON after a byte order mark', `\ufeff\n${asJson}`, { 'content-type': 'application/json' }],
    [
      'JSON with flat names',
      '{"notes":"two  words","items[0][product_id]":"7","empty":""}',
      { 'content-type': 'application/json' },
    ],
    ['a form', urlencoded, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }],
    ['a form with the content type of JSON', urlencoded, { 'content-type': 'application/json' }],
    ['multipart form data', form, {}],
    [
      'gzip-compressed JSON',
      gzipSync(asJson),
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ],
    [
      'deflate-compressed JSON',
      deflateSync(asJson),
      { 'content-type': 'application/json', 'content-encoding': 'deflate' },
    ],
    [
      'brotli-compressed JSON',
      brotliCompressSync(asJson),
      { 'content-type': 'application/json', 'content-encoding': 'br' },
    ],
    ['a form without a content type', Buffer.from(urlencoded), {}],
  ])(
    'an order sent as %s is parsed to the same fields as an order in any other format',
    async (_name, body, headers) => {
      expect(await sent(body, headers)).toEqual(order);
    },
  );
});

describe('bodies without fields', () => {
  test.each(['', ' \n ', '{}'])(
    'the request body %j of type JSON is accepted as a body without fields',
    async (body) => {
      expect(await json(body)).toEqual({});
    },
  );

  test('a request without a body has no fields, whatever its content type', async () => {
    expect(await sent(null)).toEqual({});
    expect(await sent(null, { 'content-type': 'text/plain' })).toEqual({});
  });
});

describe('JSON bodies', () => {
  test.each(['[]', ' [ ] ', 'null'])(
    'the JSON body %s, which PHP or JavaScript clients write for no fields, is treated as an empty object',
    async (body) => {
      expect(await json(body)).toEqual({});
    },
  );

  test.each([
    '{',
    '[1,2',
    'hello',
    '12',
    'true',
    '"a=b"',
    '[1]',
    '[null]',
    '[[]]',
    '[{"a":1}]',
    '{"a":1}{',
    '{"a":NaN}',
  ])('the JSON body %s is rejected', async (body) => {
    expect(await json(body)).toEqual(refused('malformed_body'));
  });

  test('if a JSON body contains the same key twice, the last of the two values is used', async () => {
    expect(await json('{"a":1,"a":2}')).toEqual({ a: 2 });
  });
});

describe('body bytes', () => {
  test('a request body with bytes that are not UTF-8 is rejected', async () => {
    expect(await json(Buffer.from('{"a":"\xff"}', 'latin1'))).toEqual(refused('malformed_body'));
    const head = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n';
    const multipart = Buffer.from(`${head}\xff\r\n--x--\r\n`, 'latin1');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await sent(multipart, type)).toEqual(refused('malformed_body'));
  });

  test.each([
    ['text/plain', undefined],
    ['application/xml', undefined],
    ['application/json; charset=latin1', undefined],
    ['application/json', 'zstd'],
    ['application/json', 'gzip, br'],
    ['application/json', 'constructor'],
  ])('a request body of type %s with content encoding %s is rejected', async (type, encoding) => {
    const headers = { 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) };
    expect(await sent('{}', headers)).toEqual(refused('unsupported_media_type'));
  });

  test('a request body that cannot be decompressed is rejected', async () => {
    const whole = gzipSync('{"a":"b"}');
    for (const body of [whole.subarray(0, 12), Buffer.from('not gzip')])
      expect(await json(body, { 'content-encoding': 'gzip' })).toEqual(refused('malformed_body'));
  });
});

describe('a body in many small chunks', () => {
  const inPieces = async (text: string, type: string): Promise<unknown> => {
    const socket = connect(port, '127.0.0.1');
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    const chunks = Array.from(text, (byte) => `1\r\n${byte}\r\n`).join('');
    socket.end(`${head}${chunks}0\r\n\r\n`);
    const answer = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
  };
  const fields = Array.from({ length: 90 }, (_, index) => [`a${index}`, `${index}`.repeat(20)] as const);
  const part = ([name, value]: readonly [string, string]) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  test.each([
    ['application/json', JSON.stringify(Object.fromEntries(fields))],
    ['application/x-www-form-urlencoded', fields.map((field) => field.join('=')).join('&')],
    ['multipart/form-data; boundary=x', `${fields.map(part).join('')}--x--`],
  ])('a request body of type %s that arrives in chunks of one byte is accepted', async (type, text) => {
    expect(text.length).toBeGreaterThan(3000);
    expect(await inPieces(text, type)).toEqual(Object.fromEntries(fields));
  });

  test('a request body above the size limit is rejected even if it arrives in chunks of one byte', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(limits.bytes) });
    expect(await inPieces(text, 'application/json')).toEqual(refused('payload_too_large'));
  });
});

describe('bodies above the size limit', () => {
  const text = (size: number): string => JSON.stringify({ a: 'x'.repeat(size - '{"a":""}'.length) });

  test('a request body of exactly the size limit is accepted, and one more byte is rejected', async () => {
    expect(await json(text(limits.bytes))).toEqual({ a: expect.any(String) });
    expect(await json(text(limits.bytes + 1))).toEqual(refused('payload_too_large'));
  });

  test('a request body above the size limit is rejected even if it has no Content-Length', async () => {
    const stream = new Blob([text(limits.bytes * 50)]).stream();
    expect(await json(stream)).toEqual(refused('payload_too_large'));
  });

  test.each([
    ['gzip', gzipSync('a'.repeat(5_000_000))],
    ['deflate', deflateSync('a'.repeat(5_000_000))],
    ['br', brotliCompressSync('a'.repeat(5_000_000))],
  ])('a %s decompression bomb is rejected once its output reaches the size limit', async (encoding, bomb) => {
    expect(await json(bomb, { 'content-encoding': encoding })).toEqual(refused('payload_too_large'));
  });

  test('a request body with a too large content-length is rejected before any byte arrives', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('payload_too_large');
    socket.destroy();
  });
});

describe('queueing of large bodies', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const zipped = { 'content-encoding': 'gzip' };
  const ids = (count: number) => JSON.stringify({ ids: Array.from({ length: count }, () => 12_345_678) });
  const text = (size: number) => JSON.stringify({ a: 'x'.repeat(size) });

  beforeEach(() => {
    [taken, turns] = [[], 0];
    applied = { bytes: 200_000, values: 20_000 };
  });
  afterEach(() => void (applied = limits));

  test('a request body below 64 KiB with few values is parsed without waiting in the queue', async () => {
    const fields = Array.from({ length: 10 }, (_, index) => [`a${index}`, 'قلم أزرق، '.repeat(18).trim()]);
    const body = new URLSearchParams(fields).toString();
    expect(body.length).toBeGreaterThan(9000);
    expect(await sent(body, form)).toEqual(Object.fromEntries(fields));
    await json(text(60_000));
    await json(gzipSync(text(60_000)), zipped);
    expect({ taken, turns }).toEqual({ taken: [], turns: 0 });
  });

  test('a request body with more than a thousand values or more than 64 KiB waits in the queue', async () => {
    for (const body of [ids(2000), text(70_000)]) expect(await json(body)).toEqual(JSON.parse(body));
    await sent('a[]=12345&'.repeat(1200), form);
    expect(turns).toBe(3);
  });

  test('a small compressed request body waits in the queue if its content is large or has many values', async () => {
    const bodies = [gzipSync(text(100_000)), gzipSync(ids(2000))];
    for (const body of bodies) await json(body, zipped);
    expect(turns).toBe(bodies.length);
  });
});

describe('memory reserved for bodies', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  beforeEach(() => {
    [taken, turns] = [[], 0];
    applied = { bytes: 500_000, values: 20_000 };
  });
  afterEach(() => void (applied = limits));

  test('a request body above 64 KiB reserves memory while it arrives and while it is queued', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(300_000) });
    await json(body);
    expect(Math.min(...taken)).toBeGreaterThan(64 * 1024);
    expect(taken).toEqual(taken.toSorted((a, b) => a - b));
    expect(taken.slice(-2)).toEqual([body.length, body.length + 64 * 1024]);
  });

  test('a small request body with many values also reserves memory', async () => {
    await sent('a[]=12345&'.repeat(1200), form);
    expect(taken).toEqual([12_000 + 64 * 1024]);
  });

  test('a request body is rejected while it arrives if no memory is left', async () => {
    const take = jest.spyOn(reception, 'take').mockImplementation((bytes) => {
      if (bytes > 200_000) throw new Problem('unavailable');
    });
    expect(await json(JSON.stringify({ a: 'x'.repeat(400_000) }))).toEqual(refused('unavailable'));
    take.mockRestore();
  });
});

describe('bodies with too many values', () => {
  const pairs = (count: number, separator: string): string =>
    Array.from({ length: count }, (_, index) => `a${index}=1`).join(separator);
  /** Each value is in its own object. */
  const nested = (count: number): string =>
    Array.from({ length: count }, (_, index) => `a${index}[b]=1`).join('&');
  const multipart = (count: number): FormData => {
    const form = new FormData();
    for (let index = 0; index < count; index += 1) form.append(`a${index}`, '1');
    return form;
  };

  test('a body of any format with exactly the maximum number of values is accepted, and a body with one more value is rejected', async () => {
    const { values } = limits;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [most, beyond, headers] of [
      [`{"a":[${'1,'.repeat(values - 2)}1]}`, `{"a":[${'1,'.repeat(values - 1)}1]}`, {}],
      [`{"a":[${'{},'.repeat(values - 2)}{}]}`, `{"a":[{"b":{}}${',{}'.repeat(values - 2)}]}`, {}],
      [pairs(values, '&'), pairs(values + 1, '&'), form],
      [nested(values / 2), nested(values / 2 + 1), form],
      [multipart(values), multipart(values + 1), null],
    ] as [Body, Body, Record<string, string> | null][]) {
      const send = headers === null ? sent : (body: Body) => json(body, headers);
      expect(await send(most)).not.toEqual(refused('payload_too_large'));
      expect(await send(beyond)).toEqual(refused('payload_too_large'));
    }
  });
});

describe('bodies with too many values, rejected before parsing', () => {
  const beyond = limits.values + 1;
  const inParts = { 'content-type': 'multipart/form-data; boundary=x' };
  const inPairs = { 'content-type': 'application/x-www-form-urlencoded' };
  const inJson = { 'content-type': 'application/json' };

  test.each([
    ['empty multipart parts', '--x\r\n'.repeat(beyond) + '--x--', inParts],
    ['multipart parts without a name', '--x\r\n\r\n1\r\n'.repeat(beyond) + '--x--', inParts],
    ['truncated multipart parts', '--x\r\n'.repeat(beyond + 1), inParts],
    ['empty parameters in a form', '&'.repeat(beyond), inPairs],
    ['parameters without a name in a form', '=1&'.repeat(beyond), inPairs],
    ['values in truncated JSON', `{"a":[${'1,'.repeat(beyond)}`, inJson],
    ['repetitions of one JSON key', `{${'"a":1,'.repeat(beyond)}"a":1}`, inJson],
  ])(
    'a request body with too many %s is rejected before it is parsed, compressed or not',
    async (_name, body, headers) => {
      expect(await sent(body, headers)).toEqual(refused('payload_too_large'));
      const zipped = { ...headers, 'content-encoding': 'gzip' };
      expect(await sent(gzipSync(body), zipped)).toEqual(refused('payload_too_large'));
    },
  );

  test('commas, brackets and quotes inside a JSON text do not count as values', async () => {
    const text = '[{,}]"\\'.repeat(beyond);
    expect(await json(JSON.stringify({ a: text, b: [[], {}] }))).toEqual({ a: text, b: [[], {}] });
  });

  test('JSON with too deep nesting is rejected as malformed, even if it is truncated', async () => {
    for (const body of [`{"a":${'['.repeat(4000)}`, `{"a":${'{"b":'.repeat(1000)}1${'}'.repeat(1000)}}`])
      expect(await json(body)).toEqual(refused('malformed_body'));
  });
});

describe('1 MiB of empty multipart parts', () => {
  const most = 10_000;
  const type = 'multipart/form-data; boundary=x';
  const part = (index: number) => `--x\r\ncontent-disposition: form-data; name="a${index}"\r\n\r\n1\r\n`;
  const atLimit = Buffer.from(`${Array.from({ length: most }, (_, index) => part(index)).join('')}--x--`);
  const beyond = Buffer.from('--x\r\n'.repeat(200_000) + '--x--');

  test('a multipart body with the maximum number of parts is accepted, and a multipart body with 200,000 empty parts is rejected', () => {
    expect(multipartFields(atLimit, type, most)).toHaveLength(most);
    expect(() => multipartFields(beyond, type, most)).toThrow(Problem);
  });
});

describe('a connection that closes', () => {
  test('a connection that closes in the middle of a JSON body causes the error malformed_body, not a crash', async () => {
    const socket = connect(port, '127.0.0.1');
    const arrived = once(server, 'request');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    );
    await arrived;
    socket.destroy();
    expect(await outcome).toEqual(refused('malformed_body'));
  });
});

describe('multipart bodies', () => {
  test('an uploaded file is rejected with an error on its form field', async () => {
    const form = new FormData();
    form.append('price', '1');
    form.append('items[0][photo]', new Blob([new Uint8Array([0, 255, 254])]), 'photo.png');
    expect(await sent(form)).toEqual({
      code: 'validation_failed',
      fields: [{ field: 'items.0.photo', rule: 'file' }],
    });
  });

  test('an empty file input in a multipart form is treated as absent', async () => {
    const body =
      '--x\r\ncontent-disposition: form-data; name="photo"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="price"\r\n\r\n1\r\n--x--\r\n';
    expect(await sent(body, { 'content-type': 'multipart/form-data; boundary=x' })).toEqual({ price: '1' });
  });

  const disposition = 'content-disposition: form-data; name=';
  test.each([
    ['a name without quotes', `--x\r\n${disposition}a\r\n\r\n1\r\n--x--`, { a: '1' }],
    ['quotes in a name', `--x\r\n${disposition}"a\\"b"\r\n\r\n1\r\n--x--`, { 'a"b': '1' }],
    [
      'text before and after its parts',
      `hello\r\n--x\r\n${disposition}"a"\r\n\r\n1\r\n--x--\r\nbye`,
      { a: '1' },
    ],
    ['blanks after a boundary', `--x \t\r\n${disposition}"a"\r\n\r\n1\r\n--x--`, { a: '1' }],
    [
      'other headers in any letter case',
      `--x\r\nContent-Type: text/plain\r\nCONTENT-DISPOSITION:form-data;\r\n name="a"\r\nX: y\r\n\r\n1\r\n--x--`,
      { a: '1' },
    ],
    [
      'text that begins like a boundary',
      `--x\r\n${disposition}"a"\r\n\r\n1\r\n--xy\r\n--\r\n--x--`,
      { a: '1\r\n--xy\r\n--' },
    ],
    ['a part without headers', `--x\r\n\r\n1\r\n--x\r\n${disposition}"a"\r\n\r\n\r\n--x--`, { a: null }],
    [
      'an RFC 8187 name, which overrides a plain name',
      `--x\r\n${disposition}"a"; name*=UTF-8'ar'%D8%A7%5Bb%5D\r\n\r\n1\r\n--x\r\ncontent-disposition: form-data; name*=utf-8''c\r\n\r\n2\r\n--x--`,
      { ا: { b: '1' }, c: '2' },
    ],
    ['a name in Arabic', `--x\r\n${disposition}"اسم"\r\n\r\nقلم\r\n--x--`, { اسم: 'قلم' }],
  ])('a multipart body with %s is parsed', async (_name, body, fields) => {
    expect(await sent(body, { 'content-type': 'multipart/form-data; boundary="x"' })).toEqual(fields);
  });

  test.each([
    ['multipart/form-data', '--x--'],
    ['multipart/form-data; boundary=""', '--x--'],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, `--${'x'.repeat(71)}--`],
    ['multipart/form-data; boundary=x', `--x\r\n${'a: b\r\n'.repeat(1500)}\r\n1\r\n--x--`],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"; filename="f"\r\n\r\n1',
    ],
    ['multipart/form-data; boundary=x', 'no parts at all'],
    ...["utf-8''%ff", "utf-8''%", "iso-8859-1''a", 'a'].map((name) => [
      'multipart/form-data; boundary=x',
      `--x\r\ncontent-disposition: form-data; name*=${name}\r\n\r\n1\r\n--x--`,
    ]),
  ])('the malformed multipart body in row %# of the test’s table is rejected', async (type, body) => {
    expect(await sent(body, { 'content-type': type })).toEqual(refused('malformed_body'));
  });
});
