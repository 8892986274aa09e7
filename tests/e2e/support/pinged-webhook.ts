import type { TestStore } from '../../support/store.ts';

/** Creates the webhook endpoint 1 with its first delivery, which a seeded store lacks. The endpoint receives only this delivery. */
export async function createPingedWebhook(
  { request }: Pick<TestStore, 'request'>,
  token: string,
): Promise<void> {
  const path = '/api/admin/webhooks';
  const json = { url: 'https://receiver.example.com/', types: ['webhook.*'] };
  await request('POST', path, { token, json });
  await request('POST', `${path}/1/ping`, { token });
}
