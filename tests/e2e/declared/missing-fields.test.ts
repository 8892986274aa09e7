import { beforeAll, describe, expect, test } from '@jest/globals';

import type { Field } from '#shared/contracts/schema-kit/fields.ts';
import { displayName, fieldsOf, schemaOf, withValue } from '../../support/broken-values.ts';
import type { BodyField } from '../../support/broken-values.ts';
import { named, writes } from '../../support/endpoints.ts';
import { validRequest } from '../support/valid-request.ts';
import type { ValidRequest } from '../support/valid-request.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { expectRefusal } from '../../support/refusals.ts';

const isLeaf = ({ schema }: BodyField) => schema.properties === undefined && schema.items === undefined;
const requiredFields = (body: Field<unknown>) =>
  fieldsOf(schemaOf(body)).filter((field) => field.isRequired && isLeaf(field));
const demanding = writes.filter(({ declared }) => requiredFields(declared.body).length > 0);

describe.each(named(demanding))('%s', (_name, endpoint) => {
  const fields = requiredFields(endpoint.declared.body);
  let valid: ValidRequest;
  beforeAll(async () => void (valid = await validRequest(endpoint)));

  test('a write names each required field that its body lacks', async () => {
    const { caller, method, path: url, body } = valid;
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

  const missing = fields.map((field) => field.path).filter((at) => !at.includes(0));
  // Fields of a list's entries are not missing when there is no list.
  if (missing.length === 0) return;

  test('a write names all fields that are missing from an empty body', async () => {
    const { caller, method, path } = valid;
    const { errors, message } = expectRefusal(
      await caller.send(method, path, { json: {} }),
      'validation_failed',
    );
    expect(Object.keys(errors ?? {})).toEqual(expect.arrayContaining(missing.map((at) => at.join('.'))));
    const count = Object.keys(errors ?? {}).length;
    const more = count === 1 ? '' : ` (and ${count - 1} more error${count === 2 ? '' : 's'})`;
    const [first] = Object.values(errors ?? {}).flat();
    expect(message).toBe(`${first ?? ''}${more}`);
  });
});

test('an order with an empty status lacks its reject reason too', async () => {
  const create = writes.find(({ id }) => id === 'orders.create');
  if (!create) throw new Error('orders.create is not declared');
  const { caller, path, body } = await validRequest(create);
  const reply = await caller.post(path, { ...body, status: '' });
  expectRefusal(reply, 'validation_failed', {
    status: ['The status field is required.'],
    reject_reason: ['The reject reason field is required when status is empty.'],
  });
});
