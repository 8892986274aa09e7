import { expect, test } from '@jest/globals';

import { endpoints } from '#services/gateway/routes.ts';
import { admin } from '../support/callers.ts';
import { named } from '../../support/endpoints.ts';
import { sendValid, validRequest } from '../support/valid-request.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { expectRefusal } from '../../support/refusals.ts';

/** The cart's paths name products: setting and removing one that is not in it have rules of their own. */
const ofRecords = endpoints.filter(
  ({ declared: { path } }) => path.includes(':') && !path.startsWith('/api/client/cart'),
);
const noIds = ['999999999', '0', '-1', '1.5', 'abc', '99999999999999999999', '%24ne', '1%20'];

test.each(named(ofRecords))('%s answers 404 to unknown and malformed ids', async (_name, endpoint) => {
  const { caller, method, body } = await validRequest(endpoint);
  await forEachCase(noIds, String, async (id) => {
    const path = endpoint.declared.path.replace(/:\w+/, id);
    expectRefusal(await caller.send(method, path, method === 'GET' ? {} : { json: body }), 'not_found');
  });
});

const deletes = ofRecords.filter(({ declared }) => declared.method === 'delete');

test.each(named(deletes))('%s answers 204 once, and 404 when it is repeated', async (_name, endpoint) => {
  const request = await validRequest(endpoint);
  expect((await sendValid(request)).status).toBe(204);
  expectRefusal(await sendValid(request), 'not_found');
  if (endpoint.declared.scope === 'admin') expectRefusal(await admin.get(request.path), 'not_found');
});
