import { setTimeout as sleep } from 'node:timers/promises';

import { consumerTimeoutMs, looksEveryMs } from './broker-control.ts';
import { outlasting, type Fault } from './fault.ts';
import { changeWitness } from './witness.ts';

/** Longer than all retries of a failing command, in ms. An outage must not use up these retries. */
const longerThanRetriesMs = 45_000;

/** Revokes a service's role on its own database, and restores it. */
export function roleFault(): Fault {
  return {
    kind: 'role taken away',
    target: 'mongodb',
    strike: async ({ store, database, random, holdMs }) => {
      const user = random.pick(['orders', 'catalog'] as const);
      const admin = database.db('admin');
      const roles = [{ role: 'readWrite', db: `${store.namespace}_${user}` }];
      await admin.command({ revokeRolesFromUser: user, roles });
      try {
        await sleep(outlasting(longerThanRetriesMs, holdMs));
      } finally {
        await admin.command({ grantRolesToUser: user, roles });
      }
      return true;
    },
  };
}

/** The delivery limit: the broker dead-letters a message after this many failed deliveries. */
const deliveriesToGiveUp = 20;
/** Further deliveries after the dead-lettering. Each takes a little longer than the consumer time-out. */
const deliveriesAfterwards = 6;
const waitingWrites = 10;

/**
 * Suspends the database. The broker requeues the consumers' messages again and again, until it dead-letters
 * them.
 */
export function frozenDatabaseFault(): Fault {
  return {
    kind: 'frozen beyond the consumer time-out',
    target: 'mongodb',
    isLong: true,
    strike: async ({ store, client, shop }) => {
      store.servers.server('mongodb').kill('SIGSTOP');
      // These writes wait in the queue, because the worker's current batch cannot commit.
      for (let count = 0; count < waitingWrites; count += 1) await changeWitness(client, shop);
      await sleep((consumerTimeoutMs + looksEveryMs) * (deliveriesToGiveUp + deliveriesAfterwards));
      store.servers.server('mongodb').kill('SIGCONT');
      return true;
    },
  };
}
