import { setTimeout as sleep } from 'node:timers/promises';

import { bounceServer } from './chaos-store.ts';
import type { Fault } from './fault.ts';

/**
 * Fills the disk of the database, so that mongod exits. The process starts again once the disk has free
 * space.
 */
export function fullDiskFault(): Fault {
  return {
    kind: 'disk full',
    target: 'mongodb',
    isLong: true,
    strike: async ({ store, holdMs }) => {
      const { databaseDisk: disk } = store;
      if ('missing' in disk) return { notTried: disk.missing };
      await disk.fill();
      try {
        await sleep(holdMs);
      } finally {
        disk.empty();
      }
      await bounceServer(store.servers, 'mongodb', 'SIGTERM');
      return true;
    },
  };
}
