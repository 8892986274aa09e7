import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import type { Versions } from './judge-history.ts';
import { eventedKinds } from './sighting.ts';

const homes = {
  catalog: ['products', 'subscriptions'],
  orders: ['orders', 'users', 'addresses', 'carts'],
} as const;

/**
 * Reads the stored versions. One map contains all kinds of records, the other only the kinds that publish an
 * event per version.
 */
export async function readVersions(
  client: AuditClient,
  namespace: string,
): Promise<{ evented: Versions; all: Versions }> {
  const all = new Map<string, number>();
  for (const [service, kinds] of Object.entries(homes)) {
    for (const kind of kinds) {
      const records = client
        .db(`${namespace}_${service}`)
        .collection<{ _id: number; version: number }>(kind)
        .find({}, { projection: { version: 1 } });
      for await (const { _id, version } of records) all.set(`${kind}/${_id}`, version);
    }
  }
  const isEvented = (record: string) => eventedKinds.some((kind) => record.startsWith(`${kind}/`));
  return { all, evented: new Map([...all].filter(([record]) => isEvented(record))) };
}
