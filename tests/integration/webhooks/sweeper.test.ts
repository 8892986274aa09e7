import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startSweeper } from '#services/webhooks/sweeper.ts';
import { eventually } from '../../support/eventually.ts';
import { webhookRecord } from '../../support/webhook-record.ts';
import { quiet } from '../support/own-servers.ts';
import { openWebhooks, type OwnWebhooks } from '../support/own-webhooks.ts';
import { pause } from '../../support/pause.ts';

const longAgo = '2020-01-31T09:30:00.000Z';
let own: OwnWebhooks;
let close: () => Promise<void>;
beforeEach(async () => {
  own = await openWebhooks();
  const endpoints = [1, 2].map((id) => webhookRecord(id, longAgo));
  await own.webhooks.insertMany(endpoints);
});
afterEach(async () => {
  await close();
  await own.close();
});

type Options = Parameters<typeof startSweeper>[0];

const nothingOld = { forgetAnswers: () => Promise.resolve() };

/**
 * Runs sweeps until the test ends. Every endpoint has due deliveries. `woken` collects the ids of the endpoints that a sweep
 * resumes.
 */
function sweep(more: Partial<Options>): { woken: number[] } {
  const woken: number[] = [];
  ({ close } = startSweeper({
    webhooks: own.webhooks,
    states: own.states,
    deliveries: { endpoints: () => Promise.resolve([]), forget: () => Promise.resolve(), ...nothingOld },
    disable: () => Promise.resolve(),
    dueIn: () => Promise.resolve(0),
    wake: (ids) => woken.push(...ids),
    log: quiet,
    everyMs: 20,
    ...more,
  }));
  return { woken };
}

test('the periodic check of webhook endpoints resumes an endpoint even if the check cannot disable another endpoint', async () => {
  await own.states.insertOne({
    _id: 1,
    version: 1,
    secrets: [],
    places: { catalog: 0, orders: 0 },
    failing_since: longAgo,
  });
  const { woken } = sweep({ disable: () => Promise.reject(new Error('its log is damaged')) });
  await eventually('endpoint 2 to be resumed', () => woken.includes(2));
  expect(woken).not.toContain(1);
});

test('the periodic check of webhook endpoints resumes endpoints, then removes deliveries of deleted endpoints, and never runs twice at once', async () => {
  const removal = Promise.withResolvers<undefined>();
  let removals = 0;
  const { woken } = sweep({
    deliveries: {
      endpoints: () => Promise.resolve([3]),
      forget: () => {
        removals += 1;
        return removal.promise;
      },
      ...nothingOld,
    },
  });
  await eventually('a sweep', () => removals > 0);
  // Longer than the interval between two sweeps.
  await pause(150);
  const meanwhile = { woken: [...woken], removals };
  removal.resolve(undefined);
  expect(meanwhile).toEqual({ woken: [1, 2], removals: 1 });
});
