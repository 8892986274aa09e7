import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newProduct, newShopper, newSubscription, translations } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';

const path = '/api/admin/subscriptions';
const post = (body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') =>
  admin.send('POST', path, { body, headers: { 'content-type': contentType } });

describe('a body', () => {
  test.each(['{"price":', '[1,2]', '"text"', 'null', '12', 'just words', '{"price":1}}', "{'price':1}"])(
    'the body %s is rejected with 400',
    async (body) => {
      expectRefusal(await post(body), 'malformed_body');
    },
  );

  test.each(['price=%ZZ', 'price=%C3%28', '%E0%A4%A=1'])(
    'the form %s is rejected with 400 under a JSON and under a form content type',
    async (body) => {
      expectRefusal(await post(body), 'malformed_body');
      expectRefusal(await post(body, 'application/x-www-form-urlencoded'), 'malformed_body');
    },
  );

  test('a body that is not UTF-8 is rejected with 400', async () => {
    expectRefusal(await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])), 'malformed_body');
  });

  test('a body with five nested levels is accepted and one with six is rejected', async () => {
    expectRefusal(await post('{"a":{"b":{"c":{"d":{"e":1}}}}}'), 'validation_failed');
    expectRefusal(await post('{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}'), 'malformed_body');
    expectRefusal(await post('a[b][c][d][e][f]=1'), 'malformed_body');
  });

  test.each([
    'text/plain',
    'text/xml',
    'application/octet-stream',
    'image/png',
    'application/json; charset=latin1',
  ])('a body with content type %s is rejected with 415', async (contentType) => {
    expectRefusal(await post('{"price":1}', contentType), 'unsupported_media_type');
  });

  test('a write without required fields accepts a request without a body', async () => {
    const { client } = await newShopper();
    expect((await client.send('DELETE', '/api/client/cart')).status).toBe(204);
  });

  test('an uploaded file is rejected with an error for its field', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="price"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n';
    const { errors } = expectRefusal(
      await post(body, 'multipart/form-data; boundary=x'),
      'validation_failed',
    );
    expect(errors?.['price']).toEqual(['The price field must not be a file.']);
  });
});

describe('a body that is too large', () => {
  const filler = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes - 13) });

  test('a body above 1 MiB is rejected with 413', async () => {
    expectRefusal(await post(filler(1024 * 1024)), 'validation_failed');
    expectRefusal(await post(filler(1024 * 1024 + 1)), 'payload_too_large');
  });

  test('a bulk request body above 8 MiB is rejected with 413', async () => {
    const bulk = (body: string) =>
      admin.send('POST', `${path}/bulk-delete`, { body, headers: { 'content-type': 'application/json' } });
    expectRefusal(await bulk(filler(2 * 1024 * 1024)), 'validation_failed');
    expectRefusal(await bulk(filler(8 * 1024 * 1024 + 1)), 'payload_too_large');
  });
});

describe('too many entries in a request', () => {
  test('an order with more than 1000 items is rejected with 422 and the limit', async () => {
    const [{ user, address }, product] = await Promise.all([newShopper(), newProduct()]);
    const body = { user_id: user.id, address_id: address.id, payment_method: 1, status: 'pending', total: 0 };
    const items = Array.from({ length: 1001 }, () => ({ product_id: product.id, amount: 1 }));
    expectRefusal(await admin.post('/api/admin/orders', { ...body, items }), 'validation_failed', {
      items: ['The items field must not have more than 1000 items.'],
    });
    expect((await admin.post('/api/admin/orders', { ...body, items: items.slice(1) })).status).toBe(201);
  });

  test('more than 100000 bulk ids are rejected with 422, even when they repeat', async () => {
    const ids = Array.from({ length: 100_001 }, () => 1);
    expectRefusal(await admin.post(`${path}/bulk-delete`, { ids }), 'validation_failed', {
      ids: ['The ids field must not have more than 100000 items.'],
    });
  });
});

describe('the Accept header', () => {
  test('a read with an Accept header that excludes JSON is rejected with 406', async () => {
    for (const accept of ['text/html', 'image/*']) {
      expectRefusal(await admin.get(`${path}?paginate=1`, { accept }), 'not_acceptable');
    }
    for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.5']) {
      expect((await admin.get(`${path}?paginate=1`, { accept })).status).toBe(200);
    }
  });

  test('the Accept header sets the content type of an error response', async () => {
    const refused = await admin.get(`${path}/999999999`, { accept: 'application/problem+json' });
    expect(refused.header('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(refused.problem.code).toBe('not_found');
  });
});

describe('a request id', () => {
  test.each(['abc-123', 'a'.repeat(128), '550e8400-e29b-41d4-a716-446655440000'])(
    'a response has the request id %s of its request',
    async (id) => {
      const headers = { 'x-request-id': id };
      expect((await admin.get(`${path}?paginate=1`, headers)).header('x-request-id')).toBe(id);
      expect((await admin.get(`${path}/0`, headers)).problem.request_id).toBe(id);
    },
  );

  test.each(['a'.repeat(129), 'two words', '<script>', 'ümlaut'])(
    'the invalid request id %s is replaced by a new one',
    async (id) => {
      const given = (await admin.get(`${path}/0`, { 'x-request-id': encodeHeader(id) })).header(
        'x-request-id',
      );
      expect(given).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test('responses to requests without an id get different request ids', async () => {
    const { id } = await newSubscription(translations());
    const replies = [await admin.get(`${path}/${id}`), await admin.delete(`${path}/${id}`)];
    expect(new Set(replies.map((reply) => reply.header('x-request-id'))).size).toBe(2);
  });
});

/** Headers contain bytes, so text outside Latin-1 is sent as UTF-8. */
function encodeHeader(text: string): string {
  return Buffer.from(text).toString('latin1');
}
