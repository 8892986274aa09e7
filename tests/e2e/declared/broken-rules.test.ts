import { beforeAll, describe, expect, test } from '@jest/globals';

import {
  brokenValues,
  displayName,
  fieldsOf,
  isIdList,
  schemaOf,
  withValue,
} from '../../support/broken-values.ts';
import type { BodyField } from '../../support/broken-values.ts';
import { named, writes } from '../../support/endpoints.ts';
import { validRequest } from '../support/valid-request.ts';
import type { WriteEndpoint } from '../../support/endpoints.ts';
import type { ValidRequest } from '../support/valid-request.ts';
import { forEachCase, shortJson } from '../../support/for-each-case.ts';
import { expectRefusal } from '../../support/refusals.ts';

/** Together with an example's ids they break one more rule, which tests/unit/contracts/selection.test.ts covers. */
const isSelection = ({ path }: BodyField) => ['filters', 'search', 'all'].includes(String(path[0]));
const fieldsIn = ({ declared }: WriteEndpoint) =>
  fieldsOf(schemaOf(declared.body)).filter((field) => !isSelection(field));
const writesWithFields = writes.filter((endpoint) => fieldsIn(endpoint).length > 0);

/** Kinds of fields with error messages of their own, which no pattern of the schema covers. */
const bySchema: [
  test: (field: BodyField) => boolean,
  values: unknown[],
  message: (name: string) => string,
][] = [
  [
    ({ schema }) => schema['format'] === 'email',
    ['nobody', 'a@b', 'a b@example.com'],
    (name) => `The ${name} field must be a valid email address.`,
  ],
  [
    ({ schema }) => schema['pattern'] === '^[A-Za-z]{2}$',
    ['J', 'JOR', 'J1'],
    (name) => `The ${name} field must be a two-letter country code (ISO 3166-1).`,
  ],
  [
    ({ schema }) => isIdList(schema),
    ['a,b', '1,,2', [1.5], [0], ['x'], '-1'],
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
  return [...brokenValues(field), ...special];
}

describe.each(named(writesWithFields))('%s', (_name, endpoint) => {
  let valid: ValidRequest;
  beforeAll(async () => void (valid = await validRequest(endpoint)));

  test('a write refuses every value that breaks a rule of one of its fields', async () => {
    const { caller, method, path, body } = valid;
    const fields = fieldsIn(endpoint);
    expect(fields.filter((field) => breaksOf(field).length === 0)).toEqual([]);
    const cases = fields.flatMap((field) => breaksOf(field).map((broken) => ({ field, ...broken })));
    const nameOf = ({ field, value }: (typeof cases)[number]) =>
      `${field.path.join('.')} ${shortJson(value)}`;
    await forEachCase(cases, nameOf, async ({ field, value, message }) => {
      const reply = await caller.send(method, path, { json: withValue(body, field.path, value) });
      const { errors } = expectRefusal(reply, 'validation_failed');
      expect(errors?.[field.path.join('.')]).toEqual([message]);
    });
  });

  const leaves = fieldsIn(endpoint).filter(
    (field) => breaksOf(field).length > 0 && field.schema.items === undefined,
  );
  const [first, second] = [leaves.at(0), leaves.at(-1)];
  if (!first || !second || first === second) return;

  test('a write reports two broken rules in one answer', async () => {
    const { caller, method, path, body } = valid;
    const [one, other] = [breaksOf(first)[0], breaksOf(second)[0]];
    const broken = withValue(withValue(body, first.path, one?.value), second.path, other?.value);
    const { errors, message } = expectRefusal(
      await caller.send(method, path, { json: broken }),
      'validation_failed',
    );
    expect(errors).toMatchObject({
      [first.path.join('.')]: [one?.message],
      [second.path.join('.')]: [other?.message],
    });
    expect(message).toBe(`${one?.message ?? ''} (and 1 more error)`);
  });
});

describe('an order with several faults', () => {
  test('creating an order reports malformed fields and unknown ids in one answer', async () => {
    const create = writes.find(({ id }) => id === 'orders.create');
    if (!create) throw new Error('orders.create is not declared');
    const { caller, path, body } = await validRequest(create);
    const items = [{ product_id: 999_999_999, amount: 0 }, { product_id: 'x' }];
    const reply = await caller.post(path, { ...body, user_id: 999_999_999, total: 'much', items });
    expectRefusal(reply, 'validation_failed', {
      total: ['The total field must be a number.'],
      'items.0.amount': ['The items.0.amount field must be at least 1.'],
      'items.1.product_id': ['The items.1.product_id field must be an integer.'],
      'items.1.amount': ['The items.1.amount field is required.'],
      user_id: ['The selected user id is invalid.'],
      'items.0.product_id': ['The selected items.0.product_id is invalid.'],
    });
  });
});
