import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

import { temporaryFolder } from '../../support/servers.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { callersOf } from '../support/callers.ts';
import type { Callers } from '../support/callers.ts';
import { makersFor } from '../support/records.ts';

/** The one store of all tests whose shoppers are users of an external identity provider. Its commands can be made to fail. */
export let store: TestStore;
export let callers: Callers;
export let make: ReturnType<typeof makersFor>;

const folder = join(temporaryFolder(), 'faults');

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const faults = { CHAOS: '1', CHAOS_FOLDER: folder, CHAOS_SHORT_WAITS: '1' };
  store = await startTestStore({ env: { AUTH_USER_KIND: 'external', ...faults } });
  callers = callersOf(store);
  make = makersFor(callers);
}, 90_000);
afterAll(async () => store.stop(), 60_000);

/** Makes each command of this request fail. */
export function failEachTime(requestId: string): void {
  writeFileSync(join(folder, `fail.${requestId}`), '');
}
