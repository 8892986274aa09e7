import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

import { openAuditClient, type AuditClient } from '#tools/operate/audit/audit-client.ts';
import { temporaryFolder } from '../../support/servers.ts';
import { startTestStore, type TestStore } from '../../support/store.ts';

/**
 * The store that all integration tests share if they need every process. It has the usual settings, and tests can make its
 * commands fail.
 */
export let store: TestStore;
export let client: AuditClient;
export const faults = join(temporaryFolder(), 'faults');

beforeAll(async () => {
  mkdirSync(faults, { recursive: true });
  store = await startTestStore({ env: { CHAOS: '1', CHAOS_FOLDER: faults, CHAOS_SHORT_WAITS: '1' } });
  client = await openAuditClient(store.servers.mongodbUri);
});
afterAll(async () => {
  await client.close();
  await store.stop();
});
