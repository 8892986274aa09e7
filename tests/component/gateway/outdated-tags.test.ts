import { expect, test } from '@jest/globals';

import { Problem } from '#shared/contracts/errors.ts';
import { callerWith } from '../../support/caller.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { useGateway } from '../support/gateway.ts';

/** Tests the 412 for an outdated `If-Match` that a service returns before a command is sent. */

const outdated = () =>
  Promise.reject(new Problem('precondition_failed', { extra: { version: 4, changes: [] } }));
const headers = { 'if-match': '"3-en"' };

const gateway = await useGateway({ check: outdated, ask: outdated });
const admin = callerWith(gateway, () => gateway.token());

test('the 412 response to a write with an outdated If-Match and an invalid field has the current ETag', async () => {
  const reply = await admin.send('PUT', '/api/admin/subscriptions/1', { json: { price: 'x' }, headers });
  expectRefusal(reply, 'precondition_failed');
  expect(reply.header('etag')).toBe('"4-en"');
});

test('the 412 response to a rehearsal with an outdated If-Match has the current ETag', async () => {
  const json = { lines: [{ product_id: 1, amount: 1 }], dry_run: true };
  const reply = await admin.send('POST', '/api/admin/orders/1/changes', { json, headers });
  expectRefusal(reply, 'precondition_failed');
  expect(reply.header('etag')).toBe('"4-en"');
});
