import { describe, expect, jest, test } from '@jest/globals';
import { newDelivery } from '#services/webhooks/deliveries/delivery.ts';
import type { DeliveryAttempt, DeliveryEvent } from '#services/webhooks/records/tables.ts';
import type { Sent } from '#services/webhooks/sending/send.ts';
import { secretFrom } from '#services/webhooks/sending/signature.ts';
import { createTakeTurn, type Endpoint } from '#services/webhooks/sending/take-turn.ts';
import type { Fate, Lane } from '#services/webhooks/deliveries/storage/deliveries.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { webhookRecord } from '../../support/webhook-record.ts';
import { pause } from '../../support/pause.ts';

const at = '2026-01-31T09:30:00.000Z';

function anEndpoint(): Endpoint {
  return {
    webhook: webhookRecord(1, at),
    state: {
      _id: 1,
      version: 1,
      secrets: [{ sealed: 'present', until: null }],
      failing_since: null,
      places: { catalog: 0, orders: 0 },
    },
  };
}

/** A webhook endpoint with waiting deliveries, and a record of the requests sent to it. */
function aWorld(lanes: Record<string, number[]>, tried = 0) {
  const attempt: DeliveryAttempt = { at, status: 204, ms: 1, error: null, answer: '' };
  const delivered: Sent = { attempt, retryAfterMs: null, isGone: false };
  const secret = secretFrom(new Uint8Array(32));
  const laneOf = (name: string, ids: number[]): Lane => ({
    name,
    deliveries: ids.map((id) => ({
      ...newDelivery(id, { _id: 1 }, { id: `e${id}`, type: 'a', subject: name }, at),
      tried: world.tried,
    })),
  });
  const world = {
    /** The number of earlier attempts for each delivery. */
    tried,
    endpoint: anEndpoint() as Endpoint | null,
    /** The ids of the sent events. */
    sent: [] as string[],
    signatures: [] as string[],
    urls: [] as string[],
    recorded: [] as [number, Fate['status']][],
    attempts: [] as (DeliveryAttempt | null)[],
    /** The recorded outcomes (`1 delivered`) and the releases of later deliveries, in the order in which they happened. */
    steps: [] as string[],
    answers: (_id: string): Promise<Sent | null> => Promise.resolve(delivered),
    opens: (_sealed: string): string | null => secret,
    records: (_id: number): Promise<void> => Promise.resolve(),
    failingSince: [] as (string | null)[],
    comes: (name: string, id: number): void => {
      waiting.push(laneOf(name, [id]));
    },
  };
  let waiting = Object.entries(lanes).map(([name, ids]) => laneOf(name, ids));
  const takeTurn = createTakeTurn({
    load: () => Promise.resolve(structuredClone(world.endpoint)),
    deliveries: {
      dueLanes: () => {
        const due = waiting;
        waiting = [];
        return Promise.resolve(due);
      },
      events: (ids) => {
        const events = ids.map((id): [string, DeliveryEvent] => [id, { _id: id, version: 1, json: '{}' }]);
        return Promise.resolve(new Map(events));
      },
      record: async ({ _id }, recorded, { status }) => {
        await world.records(_id);
        world.attempts.push(recorded);
        world.steps.push(`${_id} ${status}`);
        world.recorded.push([_id, status]);
      },
      release: ({ _id }, lane) => {
        world.steps.push(`${lane} goes on behind ${_id}`);
        return Promise.resolve();
      },
      nextDueAt: () => Promise.resolve(null),
      endpoints: () => Promise.resolve([]),
      forget: () => Promise.resolve(),
      forgetAnswers: () => Promise.resolve(),
    },
    send: (url, headers) => {
      world.urls.push(url);
      const id = headers['webhook-id'] ?? '';
      world.sent.push(id);
      world.signatures.push(headers['webhook-signature'] ?? '');
      return world.answers(id);
    },
    open: (sealed) => world.opens(sealed),
    record: () => Promise.resolve(null),
    markFailing: (_id, since) => {
      world.failingSince.push(since);
      return Promise.resolve();
    },
    disable: () => Promise.resolve(),
    isStopping: () => false,
    log: createLog('test', 'silent'),
  });
  return { world, delivered, takeTurn: () => takeTurn(1) };
}

test('after a retried webhook delivery succeeds, the deliveries queued behind it are released before the success is recorded', async () => {
  const { world, takeTurn } = aWorld({ 'orders/1': [1] }, 2);
  await takeTurn();
  expect(world.steps).toEqual(['orders/1 goes on behind 1', '1 delivered']);
});

test('a webhook delivery has no signature for a former secret that cannot be decrypted', async () => {
  const { world, takeTurn } = aWorld({ 'orders/1': [1] });
  const { state } = anEndpoint();
  const former = { sealed: 'former', until: '9999-01-01T00:00:00.000Z' };
  world.endpoint = { ...anEndpoint(), state: { ...state, secrets: [...state.secrets, former] } };
  const { opens } = world;
  world.opens = (sealed) => (sealed === 'former' ? null : opens(sealed));
  await takeTurn();
  expect(world.recorded).toEqual([[1, 'delivered']]);
  expect(world.signatures[0]?.split(' ')).toHaveLength(1);
});

test('a webhook delivery whose current secret cannot be decrypted is a failed attempt that names the remedy', async () => {
  const { world, takeTurn } = aWorld({ 'orders/1': [1] });
  world.opens = () => null;
  await takeTurn();
  expect(world.sent).toEqual([]);
  expect(world.recorded).toEqual([[1, 'pending']]);
  expect(world.attempts).toMatchObject([
    { status: null, error: expect.stringContaining('rotate the secret') },
  ]);
  expect(world.failingSince).toEqual([world.attempts[0]?.at]);
});

describe('a run of webhook deliveries to one endpoint', () => {
  const manyIds = Array.from({ length: 10 }, (_, index) => index + 1);
  const tooMany = { 'orders/1': manyIds, 'orders/2': manyIds.map((id) => id + 10) };

  test.each<[string, (before: Endpoint) => Endpoint | null]>([
    ['pause', (before) => ({ ...before, webhook: { ...before.webhook, status: 'paused' } })],
    ['deletion', () => null],
  ])(
    'a run of webhook deliveries sends nothing more after the %s of the webhook endpoint',
    async (_what, change) => {
      const { world, takeTurn, delivered } = aWorld(tooMany);
      world.answers = async () => {
        world.endpoint = world.endpoint && change(world.endpoint);
        await pause(300);
        return delivered;
      };
      await takeTurn();
      expect(world.sent).toEqual(['e1', 'e11']);
    },
  );

  test('if an endpoint’s URL changes during a run of webhook deliveries, the remaining deliveries go to the new URL', async () => {
    const { world, takeTurn, delivered } = aWorld({ 'orders/1': [1, 2] });
    const before = anEndpoint();
    world.answers = async () => {
      world.endpoint = { ...before, webhook: { ...before.webhook, url: 'https://other.example.com/' } };
      await pause(300);
      return delivered;
    };
    await takeTurn();
    expect(world.urls).toEqual([before.webhook.url, 'https://other.example.com/']);
  });

  test('if a run of webhook deliveries cannot record one delivery, the run fails only after its other deliveries have ended', async () => {
    const { world, takeTurn, delivered } = aWorld({ 'orders/1': [1], 'orders/2': [2] });
    world.answers = async (id) => {
      if (id === 'e2') await pause(100);
      return delivered;
    };
    world.records = (id) => (id === 1 ? Promise.reject(new Error('no primary')) : Promise.resolve());
    await expect(takeTurn()).rejects.toThrow('no primary');
    expect(world.recorded).toEqual([[2, 'delivered']]);
  });

  test('a run of webhook deliveries records no attempt for a delivery that was interrupted because the worker stopped', async () => {
    const { world, takeTurn } = aWorld({ 'orders/1': [1, 2] });
    world.answers = () => Promise.resolve(null);
    await takeTurn();
    expect([world.sent, world.recorded]).toEqual([['e1'], []]);
  });

  test('while one webhook delivery hangs, the job that sends deliveries keeps sending new ones, even after the job’s time limit', async () => {
    const hangs = Promise.withResolvers<undefined>();
    jest.useFakeTimers();
    try {
      const { world, takeTurn, delivered } = aWorld({ 'orders/1': [1] });
      world.answers = async (id) => {
        if (id === 'e1') await hangs.promise;
        return delivered;
      };
      const turn = takeTurn();
      for (const id of [2, 3]) {
        await jest.advanceTimersByTimeAsync(7000);
        world.comes(`orders/${id}`, id);
        // Waits in real time, so that the run looks for new deliveries.
        await pause(400);
      }
      expect(world.recorded.map(([id]) => id)).toEqual([2, 3]);
      hangs.resolve(undefined);
      await turn;
      world.comes('orders/4', 4);
      await pause(400);
      expect(world.sent).toEqual(['e1', 'e2', 'e3']);
    } finally {
      hangs.resolve(undefined);
      jest.useRealTimers();
    }
  });

  test('a run of webhook deliveries that reaches its time limit ends as soon as the delivery in progress has ended', async () => {
    jest.useFakeTimers();
    try {
      const { world, takeTurn, delivered } = aWorld({ 'orders/1': manyIds });
      world.answers = async () => {
        await jest.advanceTimersByTimeAsync(6000);
        return delivered;
      };
      await takeTurn();
      expect(world.sent).toEqual(['e1', 'e2']);
    } finally {
      jest.useRealTimers();
    }
  });
});
