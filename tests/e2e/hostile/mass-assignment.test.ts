import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { schemaOf } from '../../support/broken-values.ts';
import { named, writes } from '../../support/endpoints.ts';
import { expectStatus } from '../../support/refusals.ts';
import { marks, names, overloaded } from '../../support/undeclared-fields.ts';
import { openStoredData, type StoredData } from '../support/stored-data.ts';
import { validRequests, type RequestOf } from '../support/valid-request.ts';

let stored: StoredData;
let requestOf: RequestOf;
beforeAll(async () => {
  stored = await openStoredData();
  requestOf = await validRequests(writes);
});
afterAll(async () => stored.close());

describe(`${names.length} undeclared field names sent to each of ${writes.length} writes`, () => {
  test.each(named(writes))(
    'the endpoint %s accepts a body with undeclared fields, and its response does not contain their values',
    async (_name, endpoint) => {
      const { declared } = endpoint;
      const { caller, method, path, body } = requestOf(endpoint);
      const json = overloaded(body, schemaOf(declared.body), writes.indexOf(endpoint));
      const reply = await caller.send(method, path, { json });
      expectStatus(reply, declared.status);
      expect(reply.text).not.toContain(marks.text);
      expect(reply.text).not.toContain(String(marks.number));
    },
  );

  test('no database contains a value that was sent in an undeclared field', async () => {
    expect(await stored.whereText((text) => text.includes(marks.text))).toEqual([]);
    expect(
      await stored.whereNumber((number) => number === marks.number || number === marks.number * 100),
    ).toEqual([]);
  });
});
