import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '../support/eventually.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { Fault } from './fault.ts';
import type { LedgerClient } from './ledger-client.ts';

const manyEvents = 10_000;
const madeWithinMs = 120_000;
/** Some are published before the broker is frozen. */
const surplus = 2;

/** The broker is frozen while bulk work goes on: more events wait than a publisher takes at once. */
export function backlogFault(): Fault {
  return {
    ...{ kind: 'backlog of 10,000 events', target: 'rabbitmq', isLong: true },
    strike: async ({ store, client, shop, database }) => {
      const ids = shop.subscriptions;
      const rounds = Math.ceil((manyEvents * surplus) / ids.length);
      // One after the other, so that every record changes every time.
      for (let round = 0; round < rounds; round += 1) {
        await client.write(
          {
            ...{ type: 'subscriptions.bulk-update', service: 'catalog', method: 'PUT', userId: null },
            path: '/api/admin/subscriptions/bulk-update',
            body: { ids, status: round % 2 === 0 },
          },
          { isAsync: true, mayAbandon: false },
        );
      }
      store.servers.server('rabbitmq').kill('SIGSTOP');
      const isReached = await eventually(
        'the backlog',
        async () => (await waitingEvents(store, database)) >= manyEvents,
        madeWithinMs,
      ).catch(() => false);
      store.servers.server('rabbitmq').kill('SIGCONT');
      return isReached;
    },
  };
}

async function waitingEvents({ namespace }: ChaosStore, database: AuditClient): Promise<number> {
  const [sum] = await database
    .db(`${namespace}_catalog`)
    .collection('outbox')
    .aggregate<{ events: number }>([{ $group: { _id: null, events: { $sum: { $size: '$events' } } } }])
    .toArray();
  return sum?.events ?? 0;
}

const moves = ['confirmed', 'preparing', 'shipped', 'delivered', 'returned'] as const;

/** How far the wide orders of a run have come. */
const moved = new WeakMap<readonly number[], number>();

/** All wide orders move to their next state at once: one chunk of them is more than a document holds. */
export function wideBulkFault(): Fault {
  return {
    ...{ kind: 'wide records in bulk', target: 'orders', isLong: true },
    strike: async ({ client, shop, complain }) => {
      const done = moved.get(shop.wideOrders) ?? 0;
      const status = moves[done];
      if (status === undefined || shop.wideOrders.length === 0) return false;
      moved.set(shop.wideOrders, done + 1);
      const answer = await moveAll(client, shop.wideOrders, status);
      if (answer !== 'ok')
        complain(`${shop.wideOrders.length} wide orders could not be moved to ${status}: ${answer}`);
      return true;
    },
  };
}

async function moveAll(client: LedgerClient, ids: readonly number[], status: string): Promise<string> {
  const entry = await client.write(
    {
      ...{ type: 'orders.bulk-update', service: 'orders', method: 'PUT', userId: null },
      path: '/api/admin/orders/bulk-update',
      body: { ids, status },
    },
    { mayAbandon: false },
  );
  const [answer] = entry.answers;
  return answer?.content.startsWith('["succeeded"') ? 'ok' : (answer?.content ?? entry.story.join(', '));
}
