import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import { bulkPath, bulkType } from './bulk-write.ts';
import type { Fault } from './fault.ts';

const unfinished = ['queued', 'running'];
const monitorSeconds = 60;

interface Expiring {
  _id: string;
  expires_at?: Date;
}

/**
 * Suspends Redis, which keeps a bulk operation unfinished, and then backdates expiries. Unfinished operations
 * must not expire.
 */
export function bulkExpiryFault(): Fault {
  return {
    kind: 'time passes over unfinished bulk work',
    target: 'mongodb',
    isLong: true,
    strike: async ({ store, client, shop, database, random }) => {
      const catalog = database.db(`${store.namespace}_catalog`);
      const operations = catalog.collection<Expiring>('bulk_operations');
      store.servers.server('redis').kill('SIGSTOP');
      try {
        await client.write(
          {
            type: bulkType,
            service: 'catalog',
            method: 'PUT',
            userId: null,
            path: bulkPath,
            body: { ids: shop.subscriptions, status: random.chance(0.5) },
          },
          { isAsync: true, mayAbandon: false },
        );
        const isWaiting = await eventually('bulk work that waits', () =>
          operations.countDocuments({ status: { $in: unfinished } }),
        ).catch(() => 0);
        if (isWaiting === 0) return false;
        await database.db('admin').command({ setParameter: 1, ttlMonitorSleepSecs: 1 });
        const ids = (await operations.find({ status: { $in: unfinished } }).toArray()).map(({ _id }) => _id);
        const past = { $set: { expires_at: new Date(0) } };
        // Backdates only records that already have an expiry.
        await operations.updateMany({ _id: { $in: ids }, expires_at: { $type: 'date' } }, past);
        const chunks = catalog.collection<Expiring>('bulk_chunks');
        for (const id of ids) {
          await chunks.updateMany({ _id: new RegExp(`^${id}`), expires_at: { $type: 'date' } }, past);
        }
        for (const name of ['bulk_operations', 'bulk_chunks']) await untilExpired(catalog, name);
      } finally {
        store.servers.server('redis').kill('SIGCONT');
        await database.db('admin').command({ setParameter: 1, ttlMonitorSleepSecs: monitorSeconds });
      }
      return true;
    },
  };
}

/** Waits until MongoDB has removed expired documents. By default, its TTL monitor runs once a minute. */
async function untilExpired(catalog: ReturnType<AuditClient['db']>, name: string): Promise<void> {
  const collection = catalog.collection<Expiring>(name);
  const canary = { _id: 'expired', expires_at: new Date(0) };
  await collection.insertOne(canary);
  const isGone = async () => (await collection.countDocuments({ _id: canary._id })) === 0;
  await eventually('what has expired to be gone', isGone, (monitorSeconds + 30) * 1000);
}
