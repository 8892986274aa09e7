import { describe, expect, test } from '@jest/globals';

import { endpointsByPath } from '#services/gateway/http/routes.ts';
import { exportOf, exportTypes } from '#shared/contracts/kit/exports.ts';
import { callerWith, type Caller } from '../../support/caller.ts';
import { lists } from '../../support/endpoints.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { useGateway } from '../support/gateway.ts';

/** Tests the rules that the gateway applies to every request before it asks a service or sends a command. */

const path = '/api/admin/subscriptions';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const arabic = { 'accept-language': 'ar' };
const subscription = {
  price: 5,
  en: { name: 'Box', description: 'Every month' },
  ar: { name: 'صندوق', description: 'كل شهر' },
};

const gateway = await useGateway({ reply: () => null, answer: () => ({ data: [] }) });
const admin = callerWith(gateway, () => gateway.token());
const client = callerWith(gateway, () => gateway.token('7', 'client'));
const anonymous = callerWith(gateway, () => Promise.resolve(undefined));

describe('an unsupported method', () => {
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  test.each(endpointsByPath().map(([path, methods]) => [path, [...methods.keys()]] as const))(
    'the path %s rejects undeclared methods with 405, and the header Allow lists the declared methods',
    async (path, declared) => {
      const caller = path.startsWith('/api/client') ? client : admin;
      const supported = declared.includes('PUT') ? [...declared, 'PATCH'] : declared;
      for (const method of all.filter((one) => !supported.includes(one))) {
        const reply = await caller.send(method, path.replaceAll(/:\w+/g, '1'));
        const { message } = expectRefusal(reply, 'method_not_allowed');
        const allowed = (reply.header('allow') ?? '').split(', ');
        expect(allowed).toEqual(expect.arrayContaining([...declared]));
        expect(allowed).not.toContain(method);
        expect(message).toMatch(new RegExp(`^The ${method} method is not supported for route api/`));
      }
    },
  );
});

test.each([
  ['an Accept header that is too long', path, { accept: 'a'.repeat(1025) }, 'header_too_large'],
  ['a path that is too long', `${path}/${'a'.repeat(2048)}`, {}, 'header_too_large'],
  ['a query that is too long', `${path}?a=${'a'.repeat(8192)}`, {}, 'malformed_query'],
] as const)(
  'a request with %s is rejected with the rate limit headers, and counts against its client’s address',
  async (_what, to, headers, code) => {
    const reply = await admin.get(to, headers);
    expectRefusal(reply, code);
    expect(Number(reply.header('x-ratelimit-limit'))).toBeGreaterThan(0);
    expect(reply.header('x-ratelimit-remaining')).not.toBeNull();
    expect(gateway.counted.at(-1)).toBe('address:127.0.0.1');
  },
);

test.each([
  ['/api/admin/orders/bulk-update', { ids: 'x', all: true, status: 'confirmed' }, 'ids'],
  ['/api/admin/orders/4', { figures: 'lines', total: 'abc' }, 'total'],
])('a write to %s whose field breaks two rules gets one error for this field', async (to, body, name) => {
  const { errors } = expectRefusal(await admin.put(to, body), 'validation_failed');
  expect(errors?.[name]).toHaveLength(1);
});

test('a request to an unknown path gets 404, or 401 if it has no token', async () => {
  for (const unknown of ['/api/admin/nothing', '/api/client/orders/1/2/3', '/api/nothing'])
    expectRefusal(await admin.get(unknown), 'not_found');
  expectRefusal(await anonymous.get('/api/admin/nothing'), 'unauthenticated');
});

test('a path that is not percent-encoded UTF-8 is rejected with a message about the path', async () => {
  const to = '/api/admin/products/by-external-id/%ff';
  const { message } = expectRefusal(await admin.put(to, {}), 'malformed_query');
  expect(message).toBe('The path of the URL is not percent-encoded UTF-8.');
});

describe('a body', () => {
  const post = (body: string, type = json, to = path) =>
    admin.send('POST', to, { body, headers: { 'content-type': type } });
  const filler = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes - 13) });
  const mebibyte = 1024 * 1024;

  test('a body above 1 MiB, or above 8 MiB in a bulk request, is rejected with 413', async () => {
    expectRefusal(await post(filler(mebibyte)), 'validation_failed');
    expectRefusal(await post(filler(mebibyte + 1)), 'payload_too_large');
    const bulk = `${path}/bulk-delete`;
    expectRefusal(await post(filler(2 * mebibyte), json, bulk), 'validation_failed');
    expectRefusal(await post(filler(8 * mebibyte + 1), json, bulk), 'payload_too_large');
  });

  test('if a form has fewer prices than items, the response reports the price field together with the form’s other errors', async () => {
    const body =
      'user_id=none&status=pending&items[*.product_id]=1&items[*.product_id]=2' +
      '&items[*.amount]=0&items[*.amount]=1&items[*.main_price]=-5';
    const { errors } = expectRefusal(await post(body, form, '/api/admin/orders'), 'validation_failed', [
      'items.*.main_price',
      'user_id',
      'items.0.amount',
      'address_id',
      'payment_method',
      'total',
    ]);
    expect(errors?.['items.*.main_price']?.[0]).toContain('use items[0][main_price]');
  });

  test('errors in the numbered items of a form contain the numbers that the client wrote, even if the numbers have gaps', async () => {
    const rows = 'items[0][product_id]=1&items[0][amount]=1&items[2][product_id]=2&items[2][amount]=0';
    const reply = await post(
      `user_id=1&address_id=1&payment_method=1&status=pending&total=1&${rows}`,
      form,
      '/api/admin/orders',
    );
    expectRefusal(reply, 'validation_failed', ['items.2.amount']);
  });
});

describe('the Accept header', () => {
  test('a read with an Accept header that excludes JSON is rejected with 406, and parameters of JSON do not exclude it', async () => {
    for (const accept of ['text/html', 'image/*', 'text/html, application/json; charset=utf-8; q=0'])
      expectRefusal(await admin.get(`${path}?paginate=1`, { accept }), 'not_acceptable');
    const withParameters = [
      'application/json; charset=utf-8',
      'text/html;level=1, application/json;version=1;q=0.5',
    ];
    for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.5', ...withParameters])
      expect((await admin.get(`${path}?paginate=1`, { accept })).status).toBe(200);
  });

  test.each(lists.filter(({ declared }) => exportOf(declared)).map(({ declared }) => declared.path))(
    'the 406 error for an unsupported Accept header on the list %s names the supported types, and is available in Arabic',
    async (list) => {
      const to = list.replaceAll(/:\w+/g, '1');
      const { message } = expectRefusal(await admin.get(to, { accept: 'image/png' }), 'not_acceptable');
      for (const type of Object.values(exportTypes)) expect(message).toContain(type);
      const inArabic = await admin.get(to, { accept: 'image/png', ...arabic });
      expect(inArabic.problem.message).toContain('تجيب هذه القائمة');
    },
  );

  test.each([
    ['report', Object.values(exportTypes)],
    ['events', ['text/event-stream']],
  ])(
    'the 406 error for an unsupported Accept header on the %s of an operation names the supported types, and is available in Arabic',
    async (part, types) => {
      const to = `/api/operations/any/${part}`;
      const { message } = expectRefusal(await admin.get(to, { accept: 'application/pdf' }), 'not_acceptable');
      for (const type of types) expect(message).toContain(type);
      const inArabic = await admin.get(to, { accept: 'application/pdf', ...arabic });
      expect(inArabic.problem.message).toContain('يجيب هذا المسار');
    },
  );

  test.each(['text/csv', 'text/event-stream', 'application/x-ndjson'])(
    'a read of one record rejects the Accept header %s with a message that offers only application/json',
    async (accept) => {
      const { message } = expectRefusal(await admin.get(`${path}/1`, { accept }), 'not_acceptable');
      expect(message).toBe('This API answers with application/json.');
    },
  );

  test.each([`${path}/`, path.toUpperCase(), '/api/operations/any/report/'])(
    'the path %s accepts requests for CSV although it is written with a slash at the end or in capitals',
    async (spelled) => {
      const { status } = await admin.get(spelled, { accept: 'text/csv' });
      expect(status).toBe(spelled.includes('any') ? 404 : 200);
    },
  );

  test('the Accept header application/problem+json sets the content type of an error response', async () => {
    const refused = await admin.get(`${path}/x`, { accept: 'application/problem+json' });
    expect(refused.header('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(refused.problem.code).toBe('not_found');
  });
});

describe('the language of a response', () => {
  test.each([
    ['fr, ar;q=0.5, en;q=0.3', 'ar'],
    ['fr', 'en'],
  ])('the header Accept-Language: %s selects the response language %s', async (wish, language) => {
    const refused = await admin.get(`${path}/x`, { 'accept-language': wish });
    expect(refused.header('content-language')).toBe(language);
  });

  test('error responses to requests in Arabic have an Arabic message, which includes the number of further validation errors', async () => {
    const replies = [
      await anonymous.get(path, arabic),
      await client.get(path, arabic),
      await admin.get(`${path}/x`, arabic),
      await admin.send('PUT', path, { json: {}, headers: arabic }),
      await admin.send('POST', path, { body: '{', headers: { 'content-type': json, ...arabic } }),
    ];
    const codes = replies.map(({ problem }) => problem.code);
    expect(codes).toEqual([
      'unauthenticated',
      'forbidden',
      'not_found',
      'method_not_allowed',
      'malformed_body',
    ]);
    for (const { problem } of replies) expect(problem.message).toMatch(/\p{Script=Arabic}{2}/u);
    const invalid = (await admin.post(path, { price: -1, en: { name: 'x' } }, arabic)).problem;
    expect(invalid.message).toBe('يجب أن تكون قيمة حقل السعر مساوية أو أكبر من 0. (و 4 أخطاء إضافية)');
  });
});

describe('a request id', () => {
  test.each(['abc-123', 'a'.repeat(128), '550e8400-e29b-41d4-a716-446655440000'])(
    'a response has the request id %s of its request',
    async (id) => {
      const headers = { 'x-request-id': id };
      expect((await admin.get(`${path}?paginate=1`, headers)).header('x-request-id')).toBe(id);
      expect((await admin.get(`${path}/x`, headers)).problem.request_id).toBe(id);
    },
  );

  test.each(['a'.repeat(129), 'two words', '<script>', 'ümlaut'])(
    'the invalid request id %s is replaced by a new one',
    async (id) => {
      // Headers contain bytes, so text outside Latin-1 is sent as UTF-8.
      const headers = { 'x-request-id': Buffer.from(id).toString('latin1') };
      expect((await admin.get(`${path}/x`, headers)).header('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('dry_run', () => {
  const rehearsals: [path: string, method: string, body: object][] = [
    ['/api/client/orders/checkout', 'POST', { payment_method: 1, address_id: 1 }],
    ['/api/admin/returns/1', 'PUT', { status: 'approved' }],
  ];
  test.each(rehearsals)(
    'a write to %s with dry_run in its body remains a dry run if the query string says dry_run=0',
    async (to, method, body) => {
      const caller = to.startsWith('/api/client') ? client : admin;
      const before = gateway.sent.length;
      const reply = await caller.send(method, `${to}?dry_run=0`, { json: { ...body, dry_run: 1 } });
      // The fake services have no records, so a dry run gets 404. A write would be sent as a command.
      expectRefusal(reply, 'not_found');
      expect(gateway.sent).toHaveLength(before);
    },
  );

  test('bulk work is a dry run if dry_run is true in its body or in its query string, even if it is false in the other', async () => {
    await admin.send('POST', `${path}/bulk-delete?dry_run=0`, { json: { ids: [1], dry_run: true } });
    expect(gateway.sent.at(-1)?.body).toMatchObject({ dry_run: true });
    await admin.send('POST', `${path}/bulk-delete?dry_run=1`, { json: { ids: [1], dry_run: false } });
    expect(gateway.sent.at(-1)?.body).toMatchObject({ dry_run: true });
  });
});

describe('an idempotency key', () => {
  const later = (key: string) => ({ 'idempotency-key': key, prefer: 'respond-async' });
  /** Sends a request that the gateway accepts, and returns its command. */
  async function commandOf(caller: Caller, method: string, to: string, body: object, key = 'once') {
    const reply = await caller.send(method, to, { json: body, headers: later(key) });
    expect(reply.status).toBe(202);
    const { id, fingerprint } = gateway.sent.at(-1) ?? { id: '', fingerprint: '' };
    return { id, fingerprint };
  }

  test.each(['x', 'x'.repeat(255), 'with spaces ~!'])('the idempotency key %s is accepted', async (key) => {
    expect((await admin.post(path, subscription, later(key))).status).toBe(202);
  });

  test.each(['x'.repeat(256), 'é'])('the idempotency key %s is rejected with 422', async (key) => {
    expect((await admin.post(path, subscription, later(key))).status).toBe(422);
  });

  test('an invalid idempotency key is reported together with the other errors of its request', async () => {
    const reply = await admin.post(path, { ...subscription, price: -1 }, later('é'));
    expectRefusal(reply, 'validation_failed', ['idempotency_key', 'price']);
  });

  test('a retry with the same idempotency key is the same command, even if path, method and values are written differently', async () => {
    const first = await commandOf(admin, 'PUT', `${path}/42`, { price: 5, is_active: true });
    for (const [method, to] of [
      ['PATCH', '/API/admin/Subscriptions/42/'],
      ['POST', `${path}/%34%32?_method=PUT`],
    ] as const) {
      const body = { is_active: '1', price: '5.00', other: 1 };
      expect(await commandOf(admin, method, to, body)).toEqual(first);
    }
  });

  test('requests with one idempotency key are separate commands if they differ in path, method or caller', async () => {
    const address = { line1: '1 Road', city: 'Amman', country: 'JO' };
    const own = '/api/client/addresses';
    const other = callerWith(gateway, () => gateway.token('8', 'client'));
    const ids = [
      await commandOf(client, 'POST', own, address),
      await commandOf(other, 'POST', own, address),
      await commandOf(client, 'PUT', `${own}/3`, address),
      await commandOf(client, 'DELETE', `${own}/3`, {}),
      await commandOf(client, 'PUT', `${own}/4`, address),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });
});
