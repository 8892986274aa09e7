import { expect, test } from '@jest/globals';

import { operationId, operationPath } from '#services/gateway/commands/operation-id.ts';
import { commandId } from '#services/gateway/commands/build-command.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedStore } from '../../support/store-access.ts';
import { admin } from '../support/callers.ts';
import { uniqueWord } from '../support/records.ts';
import type { Operation, User } from '../../support/resources.ts';

const store = sharedStore();
const path = '/api/admin/users';

/**
 * The operation of a request with this idempotency key, as if the store had accepted the request `ageMs` ago and every queue
 * had lost its command.
 */
function lostOperation(idempotencyKey: string, ageMs: number): string {
  const [hashes = '', signs = ''] = [store.secrets['COMMAND_ID_KEY'], store.secrets['OPERATION_ID_KEY']];
  const owner = 'admin:admin';
  const at = new Date(Date.now() - ageMs).toISOString();
  const id = commandId(hashes, { owner, method: 'POST', path, idempotencyKey });
  const reference = { commandId: id, service: 'orders', type: 'users.create', owner, at } as const;
  return operationPath(operationId(reference, { signs }));
}

const read = async (operation: string, language = 'en') =>
  (await admin.get<Operation & { note?: string }>(operation, { 'accept-language': language })).data;

test('an operation whose command is in no queue gets the status “unknown” one minute after its request', async () => {
  const key = uniqueWord('unseen ');
  const [lost, young] = [lostOperation(key, 61_000), lostOperation(key, 0)];
  // A worker knows which commands its queues contain only about 50 seconds after its start.
  await eventually('the operation to be unknown', async () => (await read(lost)).status === 'unknown');
  expect((await read(young)).status).toBe('queued');
  expect((await read(lost)).note).toMatch(/Retry the request with the same Idempotency-Key/);
  expect((await read(lost, 'ar')).note).toMatch(/أعد إرسال الطلب بنفس Idempotency-Key/);
  const stream = await admin.get(`${lost}/events`);
  expect(stream.text.match(/"status":"unknown"/g)).toHaveLength(1);

  // A retry is the same command, so it has the same operation as the lost command.
  const user = { name: 'Rana Odeh', email: `${uniqueWord()}@example.com` };
  const retried = await admin.post<User>(path, user, { 'idempotency-key': key });
  expect([retried.status, retried.header('idempotency-replayed')]).toEqual([201, null]);
  expect(await read(lost)).toMatchObject({ status: 'succeeded', result: { data: { id: retried.data.id } } });
});
