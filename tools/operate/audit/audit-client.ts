import { serviceNames } from '#shared/contracts/kit/define.ts';
import { followStoreClock } from '#shared/platform/mongo/store-clock.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { refuseUnfit } from '../known-data.ts';
import { openClient, type Client } from '../store-client.ts';

export type AuditClient = Client;

/**
 * `repairs`: the database to which repairs are written. The database's name becomes the connection's name, so that a restore
 * detects the writer.
 */
export async function openAuditClient(uri: string, repairs?: string): Promise<AuditClient> {
  const client = await openClient(uri, repairs);
  await followStoreClock({ db: client.db('admin'), once: client.once.bind(client) });
  return client;
}

/**
 * Throws if the store is empty or half restored, or if its data is too old for this release. An audit of such data would pass
 * or fail for the wrong reason.
 */
export async function refuseUnauditable(client: AuditClient, namespace: string): Promise<void> {
  for (const service of serviceNames) {
    const database = client.db(`${namespace}_${service}`);
    const [any] = await database.listCollections({}, { nameOnly: true }).toArray();
    if (any === undefined)
      throw new PlainError(
        `This MongoDB has no database ${database.databaseName}. Is "${namespace}" the store's STORE_NAMESPACE?`,
      );
    await refuseUnfit(client, namespace, [service]);
  }
}
