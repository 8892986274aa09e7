import { setTimeout as sleep } from 'node:timers/promises';

import { consumerTimeoutMs, looksEveryMs } from './broker-control.ts';
import { outlasting } from './fault.ts';
import type { Fault } from './fault.ts';
import { changeWitness } from './witness.ts';

/** Longer than all tries of a command that fails alone: none of them may be spent on this. */
const longerThanRetriesMs = 45_000;

/** A service may not touch its own data any more, until somebody gives the role back. */
export function roleFault(): Fault {
  return {
    ...{ kind: 'role taken away', target: 'mongodb' },
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

/** The broker gives a message up after 20 deliveries that came to nothing. */
const deliveriesToGiveUp = 20;
/** As one that was given up. A cycle takes a little longer than the time-out, too. */
const deliveriesAfterwards = 6;
const waitingWrites = 10;

/** The database is frozen for so long that the broker takes messages away from their consumers until it gives them up. */
export function frozenDatabaseFault(): Fault {
  return {
    ...{ kind: 'frozen beyond the consumer time-out', target: 'mongodb', isLong: true },
    strike: async ({ store, client, shop }) => {
      store.servers.server('mongodb').kill('SIGSTOP');
      // What waits behind a batch that is in work all the time: the batch itself is committed in the end.
      for (let count = 0; count < waitingWrites; count += 1) await changeWitness(client, shop);
      await sleep((consumerTimeoutMs + looksEveryMs) * (deliveriesToGiveUp + deliveriesAfterwards));
      store.servers.server('mongodb').kill('SIGCONT');
      return true;
    },
  };
}
