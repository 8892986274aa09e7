import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createBells } from '#shared/platform/amqp/bells.ts';
import { eventsExchange } from '#shared/platform/amqp/topology.ts';
import type { CloudEvent } from '#shared/engine/commands/messages.ts';
import { startEventRelay, type EventRelay } from '#shared/engine/events/relay.ts';
import { isAllPublished } from '#shared/engine/events/feed-state.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import { openLedger, openLedgerAgain, type Ledger, type LedgerStore } from '../support/ledger-store.ts';
import { ownName, quiet, useBroker } from '../support/own-servers.ts';
import { pause } from '../../support/pause.ts';

/** One of two workers of a service, with its own connections and its own event relay, which needs a lease. */
interface Worker {
  ledger: Ledger;
  relay: EventRelay;
}

const broker = await useBroker();
let namespace: string;
let workers: Worker[];
beforeEach(async () => {
  namespace = ownName();
  const first = await openLedger();
  const second = await openLedgerAgain(first);
  const bells = createBells({ namespace, log: quiet });
  workers = [first, second].map((ledger, index) => {
    leaseModel(ledger.database);
    const { database, models } = ledger;
    const relay = startEventRelay({
      database,
      models,
      url: broker.url,
      namespace,
      keptMs: 3_600_000,
      holder: `worker-${index}`,
      service: 'catalog',
      bells,
      log: quiet,
    });
    return { ledger, relay };
  });
  await Promise.all(workers.map(({ relay }) => relay.ready));
});
afterEach(async () => {
  await Promise.all(workers.map(({ relay }) => relay.close()));
  for (const { ledger } of workers.reverse()) await ledger.close();
  await broker.channel.deleteExchange(eventsExchange(namespace));
});

const ledgerOf = (index: number): Ledger => {
  const worker = workers[index];
  if (!worker) throw new Error('no such worker');
  return worker.ledger;
};

/** A store that sometimes commits late, so that later transactions commit first. */
function lateAt(store: LedgerStore, isLate: () => boolean): LedgerStore {
  return {
    ...store,
    inTransaction: (work) =>
      store.inTransaction(({ load, write, ...others }) =>
        work({
          ...others,
          load,
          write: async (batch, now) => {
            const written = await write(batch, now);
            if (isLate()) await pause(60);
            return written;
          },
        }),
      ),
  };
}

interface Positioned {
  position: number;
  event: CloudEvent;
}
async function feed(): Promise<Positioned[]> {
  const given = { position: operator({ $gt: 0 }) };
  const entries = await ledgerOf(0).models.eventLog.find(given).sort({ position: 1 }).lean();
  return entries.flatMap(({ position, events }) =>
    events.map(({ json }, index) => ({ position: position + index, event: JSON.parse(json) as CloudEvent })),
  );
}
const versionsOf = (logged: readonly Positioned[], subject: string) =>
  logged.filter(({ event }) => event.subject === subject).map(({ event }) => event.data.version);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const allPublished = () => isAllPublished(driverDatabase(ledgerOf(0).database));
const runners = (of: (store: LedgerStore) => LedgerStore) =>
  workers.map(({ ledger, relay }) => ledger.runner(of(ledger.store), {}, relay.committed));
const delivered = (type: string, body: object) => [{ command: ledgerCommand(type, body), keepsInbox: true }];

test('if two workers change one record, the record’s events get positions without gaps, in version order', async () => {
  const [first, second] = runners((store) => store);
  if (!first || !second) throw new Error('two workers');
  await first(delivered('open', {}));
  const pays = 20;
  const change = async (run: typeof first) => {
    for (let count = 0; count < pays; count += 1) {
      const [result] = await run(delivered('pay', { account: 1, amount: 1 }));
      expect(result?.kind).toBe('decided');
    }
  };
  await Promise.all([change(first), change(second)]);
  await eventually('all events to be published', allPublished);
  const logged = await feed();
  expect(versionsOf(logged, 'accounts/1')).toEqual(upTo(2 * pays + 1));
  expect(logged.map(({ position }) => position)).toEqual(upTo(2 * pays + 1));
});

test('a program that reads events by position misses and repeats no event, even if some transactions commit late', async () => {
  let commits = 0;
  const running = runners((store) => lateAt(store, () => (commits += 1) % 5 === 0));
  const followed: Positioned[] = [];
  let isOver = false;
  const follow = async () => {
    let after = 0;
    for (let isLast = false; !isLast;) {
      // The last read begins after the last commit was published.
      isLast = isOver;
      const fresh = (await feed()).filter(({ position }) => position > after);
      followed.push(...fresh);
      after = fresh.at(-1)?.position ?? after;
      await pause(5);
    }
  };
  const following = follow();
  const accounts = 6;
  for (const _ of upTo(accounts)) await running[0]?.(delivered('open', {}));
  await Promise.all(
    running.flatMap((run) =>
      upTo(accounts).map(async (account) => {
        for (const _ of upTo(7)) await run(delivered('pay', { account, amount: 1 }));
      }),
    ),
  );
  await eventually('all events to be published', allPublished);
  isOver = true;
  await following;
  const committed = await ledgerOf(0)
    .models.accounts.find({ _id: operator({ $lte: accounts }) })
    .lean();
  for (const { _id, version } of committed)
    expect(versionsOf(followed, `accounts/${_id}`)).toEqual(upTo(version));
  expect(followed).toHaveLength(committed.reduce((sum, { version }) => sum + version, 0));
});
