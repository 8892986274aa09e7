import { expect, test } from '@jest/globals';
import { decodeBody } from '#services/gateway/body/decode-body.ts';
import { decodeInThread } from '#services/gateway/body/decode-in-thread.ts';
import { Problem } from '#shared/contracts/errors.ts';

const json = 'application/json';

test('the decoding thread decodes concurrent request bodies exactly like the main thread', async () => {
  const bodies = ['{"a":[1," b ",""],"c[0][d]":"é","__proto__":{"x":{"constructor":1}}}', '{"e":null}'];
  const read = await Promise.all(bodies.map((body) => decodeInThread(Buffer.from(body), json, 100)));
  expect(read).toStrictEqual(bodies.map((body) => decodeBody(Buffer.from(body), json, 100)));
});

test('the memory of a large request body is transferred to the decoding thread without being copied', async () => {
  const bytes = Buffer.allocUnsafeSlow(65_537).fill(' ');
  bytes.write('{"a":1}');
  const answer = decodeInThread(bytes, json, 100);
  expect(bytes.byteLength).toBe(0);
  expect(await answer).toStrictEqual(decodeBody(Buffer.from('{"a":1}'), json, 100));
});

test('a request body from the decoding thread contains only objects without a prototype', async () => {
  const { fields: body } = await decodeInThread(Buffer.from('{"__proto__":{"x":{}},"list":[{}]}'), json, 100);
  expect(Object.keys(body)).toEqual(['__proto__', 'list']);
  const { list } = body as { list: object[] };
  for (const each of [body, body['__proto__'], ...list]) expect(Object.getPrototypeOf(each)).toBeNull();
});

test('an error that the decoding thread finds in a request body reaches the main thread with its code and details unchanged', async () => {
  const refusalOf = (body: string, type = json, values = 100) =>
    decodeInThread(Buffer.from(body), type, values).catch((error: unknown) => error);
  for (const [body, code] of [
    ['{"a":', 'malformed_body'],
    [`[${'1,'.repeat(200)}1]`, 'payload_too_large'],
    ['items[0][a][b][c][d][e]=1', 'malformed_body'],
  ] as const) {
    const type = body.startsWith('items') ? 'application/x-www-form-urlencoded' : json;
    const here = () => decodeBody(Buffer.from(body), type, 100);
    const refused = await refusalOf(body, type);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ code });
    expect(here).toThrow(expect.objectContaining({ details: (refused as Problem).details }));
  }
});
