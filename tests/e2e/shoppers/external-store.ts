import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

import { temporaryFolder } from '../../support/servers.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import { startSmallTestStore, type TestStore } from '../../support/store.ts';
import { callersOf, type Callers } from '../support/callers.ts';
import { makersFor } from '../support/records.ts';

/**
 * The shared store for tests with other settings: external users, time zone, currency and tax. Tests can make its commands
 * fail.
 */
export let store: TestStore<ServerUser>;
export let callers: Callers;
export let make: ReturnType<typeof makersFor>;

/** A time zone that currently has another date than UTC. */
export const isLate = new Date().getUTCHours() >= 10;
export const timeZone = isLate ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
export const offsetHours = isLate ? 14 : -11;

const folder = join(temporaryFolder(), 'faults');

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const faults = { CHAOS: '1', CHAOS_FOLDER: folder, CHAOS_SHORT_WAITS: '1' };
  const settings = {
    AUTH_USER_KIND: 'external',
    STORE_TIME_ZONE: timeZone,
    STORE_CURRENCY: 'KWD',
    TAX_RATE: '0.15',
    PUBLIC_URL: 'https://shop.example/',
  };
  store = await startSmallTestStore({ env: { ...settings, ...faults } });
  callers = callersOf(store);
  make = makersFor(callers);
});
afterAll(async () => store.stop());

/** Makes each command with this request id fail. */
export function failEachTime(requestId: string): void {
  writeFileSync(join(folder, `fail.${requestId}`), '');
}
