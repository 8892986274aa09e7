import { afterAll } from '@jest/globals';
import { sharedStore } from './store-access.ts';

/**
 * Pauses the webhook endpoints that a test file left active on the shared store. Otherwise every later event is sent to
 * these endpoints. Most of them have no receiver, and the retries take more processor time than the tests' requests.
 */
afterAll(async () => {
  const store = sharedStore();
  const token = await store.adminToken();
  const answer = await store.request('GET', '/api/admin/webhooks?filters[status]=active', { token });
  const { data } = answer.body as { data: { id: number }[] };
  const pausing = { token, json: { status: 'paused' } };
  await Promise.all(data.map(({ id }) => store.request('PUT', `/api/admin/webhooks/${id}`, pausing)));
});
