import { beforeAll, expect, test } from '@jest/globals';

import { endpoints } from '#services/gateway/http/routes.ts';
import { brokenValues, fieldsOf, schemaOf, withValue, type BodyField } from '../../support/broken-values.ts';
import { isOfRecord, named, writes, type WriteEndpoint } from '../../support/endpoints.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { admin } from '../support/callers.ts';
import { sendValid, validRequests, type RequestOf } from '../support/valid-request.ts';

/*
 * Only services know which ids exist. The gateway alone rejects malformed ids, see
 * tests/component/gateway/declared-lists.test.ts.
 */

const unknownId = 999_999_999;
/** The paths of the cart contain product ids, which have their own rules. */
const ofRecords = endpoints.filter(
  (endpoint) => isOfRecord(endpoint) && !endpoint.declared.path.startsWith('/api/client/cart'),
);
const deletes = ofRecords.filter(({ declared }) => declared.method === 'delete');

/** Fields of the body that refer to a record, with the error message for an unknown id. */
function referencesIn({ declared }: WriteEndpoint): { field: BodyField; message: string }[] {
  return fieldsOf(schemaOf(declared.body)).flatMap((field) =>
    brokenValues(field)
      .filter(({ value }) => value === unknownId)
      .map(({ message }) => ({ field, message })),
  );
}
const referring = writes.filter((endpoint) => referencesIn(endpoint).length > 0);

let requestOf: RequestOf;
beforeAll(async () => {
  requestOf = await validRequests([...new Set([...ofRecords, ...referring])]);
});

test.each(named(ofRecords))(
  'the endpoint %s responds with 404 to an unknown id in its path',
  async (_name, endpoint) => {
    const { caller, method, body } = requestOf(endpoint);
    const path = endpoint.declared.path.replace(/:\w+/, String(unknownId));
    expectRefusal(await caller.send(method, path, method === 'GET' ? {} : { json: body }), 'not_found');
  },
);

test.each(named(referring))(
  'the endpoint %s rejects an unknown id in each body field that refers to a record',
  async (_name, endpoint) => {
    const { caller, method, path, body } = requestOf(endpoint);
    await forEachCase(
      referencesIn(endpoint),
      ({ field }) => field.path.join('.'),
      async ({ field, message }) => {
        const json = withValue(body, field.path, unknownId);
        const { errors } = expectRefusal(await caller.send(method, path, { json }), 'validation_failed');
        expect(errors?.[field.path.join('.')]).toEqual([message]);
      },
    );
  },
);

test('a request to create an order gets the errors for malformed fields and for unknown ids in one response', async () => {
  const create = writes.find(({ id }) => id === 'orders.create');
  if (!create) throw new Error('orders.create is not declared');
  const { caller, path, body } = requestOf(create);
  const items = [{ product_id: unknownId, amount: 0 }, { product_id: 'x' }];
  const reply = await caller.post(path, { ...body, user_id: unknownId, total: 'much', items });
  expectRefusal(reply, 'validation_failed', {
    total: ['The total field must be a number.'],
    'items.0.amount': ['The items.0.amount field must be at least 1.'],
    'items.1.product_id': ['The items.1.product_id field must be an integer.'],
    'items.1.amount': ['The items.1.amount field is required.'],
    user_id: ['The selected user id is invalid.'],
    'items.0.product_id': ['The selected items.0.product_id is invalid.'],
  });
});

test.each(named(deletes))(
  'the endpoint %s deletes a record with 204, and responds with 404 when the deletion is repeated',
  async (_name, endpoint) => {
    const request = requestOf(endpoint);
    expect((await sendValid(request)).status).toBe(204);
    expectRefusal(await sendValid(request), 'not_found');
    if (endpoint.declared.scope === 'admin') expectRefusal(await admin.get(request.path), 'not_found');
  },
);
