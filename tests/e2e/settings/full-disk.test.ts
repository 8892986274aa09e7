import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { sharedStore, startGatewayOf, type TestStore } from '../../support/store.ts';
import { eventually } from '../../support/eventually.ts';
import { callersOf, shared as sharedCallers, type Callers } from '../support/callers.ts';
import { translations } from '../support/records.ts';

/** More free space than any machine has, so that every disk counts as almost full. */
const moreThanThereIs = '1000000000';

/** A gateway that reserves this much free disk space. The shared store does not. */
let gateway: TestStore;
let callers: Callers;

beforeAll(async () => {
  gateway = await startGatewayOf(sharedStore(), { KEPT_FREE_DISK_MIB: moreThanThereIs });
  callers = callersOf(gateway);
  await eventually('the gateway to have asked', async () =>
    (await readiness()).down.includes('catalog_disk'),
  );
});
afterAll(async () => gateway.stop());

const path = '/api/admin/subscriptions';
const subscription = () => ({ price: 1, ...translations() });

async function readiness() {
  const answer = await gateway.request('GET', '/health/ready');
  return { code: answer.status, ...(answer.body as { status: string; down: string[] }) };
}

test('while the disk of a service’s database is almost full, writes get 503 and reads work', async () => {
  const { admin } = callers;
  const refused = await admin.post(path, subscription());
  expect([refused.status, refused.header('retry-after')]).toEqual([503, '30']);
  expect(refused.problem).toMatchObject({
    code: 'unavailable',
    part: 'catalog_disk',
    message: expect.stringContaining('The disk of the catalog service’s database is almost full.'),
  });
  const inArabic = await admin.post(path, subscription(), { 'accept-language': 'ar' });
  expect(inArabic.problem).toMatchObject({ message: expect.stringContaining('ممتلئ تقريبًا') });
  expect((await admin.get(path)).status).toBe(200);
  expect(await readiness()).toMatchObject({ code: 200, status: 'degraded' });
});

test('while one gateway rejects writes because of little free disk space, a gateway whose setting requires less space accepts them', async () => {
  expect((await sharedCallers.admin.post(path, subscription())).status).toBe(201);
});
