import { afterAll } from '@jest/globals';
import { sharedStore } from './store-access.ts';

/**
 * Pauses the webhook endpoints that a file left active on the shared store. Every later event would be delivered to each of
 * them, and most have no receiver: their retries took more processor time than the requests of the tests.
 */
afterAll(async () => {
  const store = sharedStore();
  const token = await store.adminToken();
  const answer = await store.request('GET', '/api/admin/webhooks?filters[status]=active', { token });
  const { data } = answer.body as { data: { id: number }[] };
  const pausing = { token, json: { status: 'paused' } };
  await Promise.all(data.map(({ id }) => store.request('PUT', `/api/admin/webhooks/${id}`, pausing)));
});
