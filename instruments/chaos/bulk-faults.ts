import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventLogCollection } from '#shared/engine/events/event-log.ts';
import { readFeed } from '#shared/engine/events/feed-state.ts';
import { eventually } from '#tests/support/eventually.ts';
import { bulkPath, bulkType, followUp } from './bulk-write.ts';
import { bounceServer, type ChaosStore } from './chaos-store.ts';
import type { Fault, FaultContext } from './fault.ts';
import { countsOf, type BulkCounts } from './final-answer.ts';
import type { Entry } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';

const manyEvents = 10_000;
const madeWithinMs = 120_000;
/** How often each group of subscriptions was changed, keyed by the group's list of ids. */
const changed = new WeakMap<readonly number[], number>();

/**
 * Suspends the broker once a bulk operation has begun, until more events wait to be published than the store publishes at once.
 */
export function backlogFault(): Fault {
  return {
    kind: 'backlog of 10,000 events',
    target: 'rabbitmq',
    isLong: true,
    strike: async ({ store, client, shop, database }) => {
      const before = changed.get(shop.crowd) ?? 0;
      changed.set(shop.crowd, before + 1);
      const written = client.write(
        {
          type: bulkType,
          service: 'catalog',
          method: 'PUT',
          userId: null,
          path: bulkPath,
          body: { ids: shop.crowd, status: before % 2 === 1 },
        },
        { isAsync: true, mayAbandon: false },
      );
      const within = <T>(what: string, look: () => Promise<T>) =>
        eventually(what, look, madeWithinMs).catch(() => false);
      const first = [shop.crowd[0] ?? 0, shop.crowd.at(-1) ?? 0];
      const isBegun = await within('the first change', () => hasChanged(store, database, first, before + 1));
      store.servers.server('rabbitmq').kill('SIGSTOP');
      const isReached =
        isBegun &&
        (await within('the backlog', async () => (await waitingEvents(store, database)) >= manyEvents));
      store.servers.server('rabbitmq').kill('SIGCONT');
      await written;
      return isReached;
    },
  };
}

/** Ten chunks, so that each kill meets a different one. */
const undoneRecords = 5000;

const strikes = [
  { target: 'the worker', kind: 'catalog-worker' },
  { target: 'MongoDB', kind: 'mongodb' },
  { target: 'Redis', kind: 'redis' },
  { target: 'the broker', kind: 'rabbitmq' },
] as const;

/**
 * Rehearses, applies, undoes and redoes a price change of the subscriptions. Halfway through applying,
 * undoing and redoing, kills the worker, MongoDB, Redis and the broker, one after the other.
 */
export function undoneBulkFault(): Fault {
  return {
    kind: 'bulk work undone',
    target: 'catalog',
    isLong: true,
    strike: async (context) => {
      const { client, shop, random, complain } = context;
      // Leaves out the first and the last subscription, because `backlogFault` reads their versions.
      const crowd = shop.crowd.slice(1, undoneRecords + 1);
      if (crowd.length === 0) return false;
      const write = (type: string, method: 'POST' | 'PUT', path: string, body: object) =>
        client.write({ type, service: 'catalog', method, path, body, userId: null }, { mayAbandon: false });
      // Divides a whole number by 100, because the API accepts two decimals and a sum of fractions can have more.
      const price = { set: (1_000_000 + random.below(1_000_000)) / 100 };
      const seen = await write(bulkType, 'PUT', bulkPath, { ids: crowd, price, dry_run: true });
      const done: Entry[] = [];
      for (const act of ['apply', 'undo', 'undo'] as const) {
        const before = await largeWork(context).distinct('_id', { total: { $gte: crowd.length } });
        const work = followUp(write, act, done.at(-1) ?? seen);
        await strikeMidway(context, crowd.length, before);
        const entry = await work;
        if (entry === null) return false;
        const { changed = 0, refused = 0 } = countsIn(entry) ?? {};
        if (changed + refused !== crowd.length)
          complain(`${act} of ${crowd.length} prices: ${changed} changed, ${refused} refused`);
        done.push(entry);
      }
      await refuseAgain(done, write, complain);
      return true;
    },
  };
}

/**
 * Checks that an undo that has finished never runs a second time, even if processes died. Each chunk records
 * that it was undone.
 */
async function refuseAgain(
  [applied, undone, redone]: readonly Entry[],
  write: Parameters<typeof followUp>[0],
  complain: FaultContext['complain'],
): Promise<void> {
  for (const [what, back] of [
    [applied, undone],
    [undone, redone],
  ] as const) {
    // A record that an undo skipped can be undone later, so this fault checks only complete undos.
    const isWhole = what && back && countsIn(back)?.refused === 0;
    const again = isWhole ? await followUp(write, 'undo', what) : null;
    if (again && again.answers[0]?.code !== 'conflict')
      complain(`${what?.type ?? ''} was undone twice: ${again.answers[0]?.content ?? again.state}`);
  }
}

function countsIn({ answers }: Entry) {
  const [answer] = answers;
  return answer ? countsOf(answer) : null;
}

function largeWork({ store, database }: FaultContext) {
  return database.db(`${store.namespace}_catalog`).collection<Counted>('bulk_operations');
}

/**
 * Kills each target once the new bulk operation, which is not in `before`, has reached the target's share of the records. If the
 * operation ends earlier, kills all remaining targets then.
 */
async function strikeMidway(
  context: FaultContext,
  records: number,
  before: readonly string[],
): Promise<void> {
  const { store } = context;
  const isNew = { _id: { $nin: [...before] }, total: { $gte: records } };
  for (const [index, { kind, target }] of strikes.entries()) {
    const share = Math.round(((index + 1) * records) / (strikes.length + 2));
    const isThere = { $or: [{ finished_at: { $ne: null } }, { 'counts.changed': { $gte: share } }] };
    const look = () => largeWork(context).findOne({ ...isNew, ...isThere });
    await eventually(`${target}'s turn`, look, madeWithinMs).catch(() => null);
    if (kind === 'catalog-worker') {
      store.signal(kind, 'SIGKILL');
      await store.restart(kind);
    } else await bounceServer(store.servers, kind, 'SIGKILL');
  }
}

interface Counted {
  _id: string;
  total: number;
  finished_at: string | null;
  counts: BulkCounts;
}

async function hasChanged(
  { namespace }: ChaosStore,
  database: AuditClient,
  ids: readonly number[],
  after: number,
): Promise<boolean> {
  const subscriptions = database.db(`${namespace}_catalog`).collection<{ _id: number }>('subscriptions');
  return (await subscriptions.findOne({ _id: { $in: [...ids] }, version: { $gt: after } })) !== null;
}

async function waitingEvents({ namespace }: ChaosStore, database: AuditClient): Promise<number> {
  const catalog = database.db(`${namespace}_catalog`);
  const [sum] = await catalog
    .collection(eventLogCollection)
    .aggregate<{ events: number }>([
      { $match: { position: 0 } },
      { $group: { _id: null, events: { $sum: '$count' } } },
    ])
    .toArray();
  const { position, published } = (await readFeed(catalog)) ?? { position: 0, published: 0 };
  return (sum?.events ?? 0) + position - published;
}

const moves = ['confirmed', 'preparing', 'shipped', 'delivered', 'returned'] as const;

/**
 * How often a run has changed the status of its orders with many lines (wideOrders), keyed by the list of
 * their ids.
 */
const moved = new WeakMap<readonly number[], number>();

/**
 * Changes the status of all orders with many lines (wideOrders) in one bulk update. One chunk of these orders
 * exceeds MongoDB's document size limit.
 */
export function wideBulkFault(): Fault {
  return {
    kind: 'wide records in bulk',
    target: 'orders',
    isLong: true,
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
      type: 'orders.bulk-update',
      service: 'orders',
      method: 'PUT',
      userId: null,
      path: '/api/admin/orders/bulk-update',
      body: { ids, status },
    },
    { mayAbandon: false },
  );
  const [answer] = entry.answers;
  return answer?.content.startsWith('["succeeded"') ? 'ok' : (answer?.content ?? entry.story.join(', '));
}
