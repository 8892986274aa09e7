import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';

import type { Field } from '#shared/contracts/kit/fields.ts';
import { arbitraryOf } from '../../support/arbitrary-of.ts';
import {
  brokenValues,
  displayName,
  fieldsOf,
  isIdList,
  isLeaf,
  schemaOf,
  withValue,
  type BodyField,
} from '../../support/broken-values.ts';
import { callerWith, type Reply } from '../../support/caller.ts';
import { bodySchemaOf } from '../../support/documented-requests.ts';
import { named, writes, type WriteEndpoint } from '../../support/endpoints.ts';
import { forEachCase, shortJson } from '../../support/for-each-case.ts';
import { formFields } from '../../support/form-fields.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { exampleRequest } from '../support/example-request.ts';
import { useGateway } from '../support/gateway.ts';

/** The gateway validates each body before it sends a command, so these tests need no records. */

// No worker runs in these tests, so every accepted write gets 202.
const gateway = await useGateway({ reply: () => null });

const admin = () => callerWith(gateway, () => gateway.token());

/**
 * An id that no record has. Only services can reject this id, and tests/e2e/declared/unknown-ids.test.ts
 * tests that they do.
 */
const unknownId = 999_999_999;

/**
 * Fields for a selection of records. This file leaves them out, because the example body already has ids.
 * tests/unit/contracts/selection.test.ts tests them.
 */
const isSelection = ({ path }: BodyField) => ['filters', 'search', 'all'].includes(String(path[0]));
const fieldsIn = ({ declared }: WriteEndpoint) =>
  fieldsOf(schemaOf(declared.body))
    .filter((field) => !isSelection(field) && field.path[0] !== declared.pathField)
    .map((field) => ({ ...field, isRequired: field.isRequired || isRequiredByRule(declared, field) }));

/** Whether a rule about several fields requires this field, unless another field has a certain value. */
function isRequiredByRule(
  { crossFieldSchema }: Pick<WriteEndpoint['declared'], 'crossFieldSchema'>,
  { path }: BodyField,
): boolean {
  const rules = (crossFieldSchema?.['allOf'] ?? []) as { else?: { required?: unknown[] } }[];
  return rules.some((rule) => path.length === 1 && rule.else?.required?.includes(path[0]) === true);
}
const writesWithFields = writes.filter((endpoint) => fieldsIn(endpoint).length > 0);

/** Invalid values and messages that cannot be derived from the schema. `test` selects the fields to which they apply. */
const bySchema: [
  test: (field: BodyField) => boolean,
  values: unknown[],
  message: (name: string) => string,
][] = [
  [
    ({ schema }) => schema['format'] === 'email',
    ['no-address', 'a@b', 'a b@example.com'],
    (name) => `The ${name} field must be a valid email address.`,
  ],
  [
    ({ path }) => path.at(-1) === 'country',
    ['J', 'JOR', 'J1'],
    (name) => `The ${name} field must be a two-letter country code (ISO 3166-1).`,
  ],
  [
    ({ schema }) => isIdList(schema),
    ['a,b', '1,,2', '-1', '[1,null]'],
    (name) => `The ${name} field must be an integer.`,
  ],
  [({ schema }) => isIdList(schema), [[]], (name) => `The ${name} field is required.`],
  [
    ({ schema }) => schema.type === 'number',
    [1.005, '0.001'],
    (name) => `The ${name} field must have 0-2 decimal places.`,
  ],
];

function breaksOf(field: BodyField) {
  const name = displayName(field.path);
  const special = bySchema.flatMap(([applies, values, message]) =>
    applies(field) ? values.map((value) => ({ value, message: message(name) })) : [],
  );
  return [...brokenValues(field).filter(({ value }) => value !== unknownId), ...special];
}

describe.each(named(writesWithFields))('%s with broken fields', (_name, endpoint) => {
  test(`the write ${endpoint.id} rejects every value that breaks a rule of one of its fields`, async () => {
    const { caller, method, path, body } = exampleRequest(gateway, endpoint);
    const fields = fieldsIn(endpoint);
    expect(fields.filter((field) => breaksOf(field).length === 0)).toEqual([]);
    const cases = fields.flatMap((field) => breaksOf(field).map((broken) => ({ field, ...broken })));
    const nameOf = ({ field, value }: (typeof cases)[number]) =>
      `${field.path.join('.')} ${shortJson(value)}`;
    const sentBefore = gateway.sent.length;
    await forEachCase(cases, nameOf, async ({ field, value, message }) => {
      const reply = await caller.send(method, path, { json: withValue(body, field.path, value) });
      const { errors } = expectRefusal(reply, 'validation_failed');
      expect(errors?.[field.path.join('.')]).toEqual([message]);
    });
    expect(gateway.sent).toHaveLength(sentBefore);
  });
});

/** Leaves out the field whose value is in the path (`pathField`), because the body may lack this field. */
const requiredFields = ({ body, pathField }: (typeof writes)[number]['declared']) =>
  fieldsOf(schemaOf(body as Field<unknown>)).filter(
    (field) => field.isRequired && isLeaf(field) && field.path.join('.') !== pathField,
  );
const demanding = writes.filter(({ declared }) => requiredFields(declared).length > 0);

describe.each(named(demanding))('%s without required fields', (_name, endpoint) => {
  // A field of an entry can be missing only if the example has the list.
  const fields = requiredFields(endpoint.declared).filter(
    ({ path: [list = '', ...within] }) =>
      within.length === 0 || Object.hasOwn(endpoint.declared.example, list),
  );

  test(`the write ${endpoint.id} reports each required field that its body lacks`, async () => {
    const { caller, method, path: url, body } = exampleRequest(gateway, endpoint);
    const nameOf = ({ path }: BodyField) => path.join('.');
    await forEachCase(fields, nameOf, async (field) => {
      const name = nameOf(field);
      const reply = await caller.send(method, url, { json: withValue(body, field.path, undefined) });
      const { errors } = expectRefusal(reply, 'validation_failed');
      expect(errors?.[name]).toEqual([`The ${displayName(field.path)} field is required.`]);
      const others = Object.keys(errors ?? {}).filter((other) => other !== name);
      expect(others).toEqual(name === 'status' && url.endsWith('/orders') ? ['reject_reason'] : []);
    });
  });
});

test('creating an order with an empty status reports that both the status and the reject reason are required', async () => {
  const create = writes.find(({ id }) => id === 'orders.create');
  if (!create) throw new Error('orders.create is not declared');
  const { caller, path, body } = exampleRequest(gateway, create);
  const reply = await caller.post(path, { ...body, status: '' });
  expectRefusal(reply, 'validation_failed', {
    status: ['The status field is required.'],
    reject_reason: ['The reject reason field is required when status is empty.'],
  });
});

/**
 * Rules that the OpenAPI document states only in prose: one of two fields is required, an item stands only once in the lines of a
 * return, and the store must have issued the cursor.
 */
const inWords =
  /^The stock field is required|^The by field must not be greater|item_id field has a duplicate value|must be a cursor/;

function expectTaken(reply: Reply): void {
  if (reply.status < 300) return;
  const messages = Object.values(reply.problem.errors ?? { other: [reply.text] }).flat();
  expect(messages.filter((message) => !inWords.test(message))).toEqual([]);
}

const withBody = writes.filter((endpoint) => bodySchemaOf(endpoint) !== undefined);

describe.each(named(withBody))('%s with generated bodies', (_name, endpoint) => {
  // The generator does not vary these two fields. A dry run is left out, because it needs a service, and no service runs here.
  const known = { ids: [7], dry_run: false };
  const bodies = arbitraryOf(bodySchemaOf(endpoint) ?? {}, known) as fc.Arbitrary<Record<string, unknown>>;
  const limits = { numRuns: 8, endOnFailure: true };

  test(`the write ${endpoint.id} accepts, as JSON, every generated body that the OpenAPI document allows`, async () => {
    const { caller, method, path } = exampleRequest(gateway, endpoint);
    const send = async (json: unknown) => expectTaken(await caller.send(method, path, { json }));
    await fc.assert(fc.asyncProperty(bodies, send), limits);
  });

  test(`the write ${endpoint.id} accepts, as a form, every generated body that the OpenAPI document allows`, async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { caller, method, path } = exampleRequest(gateway, endpoint);
    const send = async (json: Record<string, unknown>) => {
      const body = new URLSearchParams(formFields(json)).toString();
      expectTaken(await caller.send(method, path, { body, headers }));
    };
    await fc.assert(fc.asyncProperty(bodies, send), limits);
  });
});

const withoutRehearsal = writes.filter(({ declared }) => !declared.bulk && !declared.rehearsed);

test.each(named(withoutRehearsal))(
  'the endpoint %s, which has no dry run, rejects dry_run in the body and in the query',
  async (_name, endpoint) => {
    const { caller, method, path, body } = exampleRequest(gateway, endpoint);
    const sentBefore = gateway.sent.length;
    const message =
      'This write cannot be rehearsed, so nothing was changed. Leave dry_run out to carry it out.';
    const replies = [
      await caller.send(method, path, { json: { ...body, dry_run: true } }),
      await caller.send(method, path, { json: { ...body, dry_run: 'maybe' } }),
      await caller.send(method, `${path}?dry_run=1`, { json: body }),
      await caller.send('POST', `${path}?dry_run=1&_method=${method}`, { json: body }),
    ];
    for (const reply of replies) {
      const { errors } = expectRefusal(reply, 'validation_failed', ['dry_run']);
      expect(errors?.['dry_run']).toEqual([message]);
    }
    expect(gateway.sent).toHaveLength(sentBefore);
    const accepted = await caller.send(method, `${path}?dry_run=0`, { json: { ...body, dry_run: null } });
    expect(accepted.status).toBe(202);
  },
);

test('a write without a dry run rejects dry_run with an Arabic message if the request asks for Arabic', async () => {
  const reply = await admin().send('DELETE', '/api/admin/orders/7?dry_run=1', {
    headers: { 'accept-language': 'ar' },
  });
  const { message } = expectRefusal(reply, 'validation_failed', ['dry_run']);
  expect(message).toBe('لا يمكن معاينة هذا الأمر، فلم يتغيّر شيء. احذف dry_run لتنفيذه.');
});

test('cancelling an operation, which has no dry run, rejects dry_run in the body and in the query', async () => {
  const path = '/api/operations/any';
  const replies = [
    await admin().delete(`${path}?dry_run=1`),
    await admin().send('DELETE', path, { json: { dry_run: true } }),
    await admin().post(path, { _method: 'DELETE', dry_run: true }),
  ];
  for (const reply of replies) expectRefusal(reply, 'validation_failed', ['dry_run']);
});

test.each([
  ['POST', '/api/admin/operations/any/redrive'],
  ['POST', '/api/admin/operations/any/discard'],
])(
  'the endpoint %s %s, which has no dry run, rejects dry_run in the body and in the query',
  async (method, path) => {
    const replies = [
      await admin().send(method, path, { json: { reason: 'Test', dry_run: true } }),
      await admin().send(method, `${path}?dry_run=1`, { json: { reason: 'Test' } }),
    ];
    for (const reply of replies) expectRefusal(reply, 'validation_failed', ['dry_run']);
  },
);

/** Writes that change an existing record: the record of the path, or the caller's cart. */
const onRecords = writes.filter(
  ({ id, declared }) => !declared.bulk && (declared.path.includes(':') || id.startsWith('cart.')),
);

test.each(named(onRecords))(
  'the command that the endpoint %s sends contains the version from the request’s If-Match header',
  async (_name, endpoint) => {
    const { caller, method, path, body } = exampleRequest(gateway, endpoint);
    const reply = await caller.send(method, path, { json: body, headers: { 'if-match': '"9-en"' } });
    expect(reply.status).toBe(202);
    expect(gateway.sent.at(-1)).toMatchObject({ type: endpoint.id, ifMatch: 9 });
  },
);

test.each(['W/"9-en"', '"9"', 'garbage', '"9-en", "8-en"'])(
  'if the If-Match header is the unusable tag %s, the command contains a version that matches no record',
  async (tag) => {
    const sent = { json: { notes: 'x' }, headers: { 'if-match': tag } };
    expect((await admin().send('PUT', '/api/admin/orders/7', sent)).status).toBe(202);
    expect(gateway.sent.at(-1)?.ifMatch).toBe(-1);
  },
);

test('the error for invalid entries in the ids of bulk work lists the position of each invalid entry, up to 100 entries', async () => {
  const json = { ids: [1, null, 'x', true, 1.5, 0, '7'], status: 'confirmed' };
  const reply = await admin().put('/api/admin/orders/bulk-update', json);
  const broken = [1, 2, 3, 4, 5].map((index) => [
    `ids.${index}`,
    [`The ids.${index} field must be an integer.`],
  ]);
  expectRefusal(reply, 'validation_failed', Object.fromEntries(broken) as Record<string, string[]>);
  const form = await admin().send('PUT', '/api/admin/orders/bulk-update', {
    body: 'ids[0]=1&ids[2]=x&status=confirmed',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expectRefusal(form, 'validation_failed', ['ids.2']);
  const many = { ids: Array(1000).fill('x'), status: 'confirmed' };
  const { errors } = expectRefusal(
    await admin().put('/api/admin/orders/bulk-update', many),
    'validation_failed',
  );
  expect(Object.keys(errors ?? {})).toHaveLength(100);
});
