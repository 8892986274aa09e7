/** `npm run store -- bytes-per-order`: reports the size of each collection, with its indexes, per order. */
import { dataDirOption, flag, readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { retention } from '#shared/contracts/retention.ts';
import { findDatabases } from './store-address.ts';
import type { Client } from './store-client.ts';

const usage = `Usage: npm run store -- bytes-per-order [options]

Prints the bytes per order in each collection: before compression, on disk, and for the indexes.

  --json           prints JSON
  --data-dir PATH  the local store's folder, if MONGODB_URI is not set (default .data)`;

/**
 * Sizes in bytes. `data` is the size of the documents before compression. `disk` and `indexes` are sizes on
 * disk.
 */
type Size = Record<'documents' | 'data' | 'disk' | 'indexes', number> & { collection: string };

const command = {
  name: 'npm run store -- bytes-per-order',
  usage,
  reader: 'bytes-per-order',
  options: { json: flag, ...dataDirOption },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked !== null) await run(asked.values);
});

async function run(options: { json: boolean; 'data-dir': string }): Promise<void> {
  const store = findDatabases(ownSettings('bytes-per-order'), options['data-dir']);
  // Imported when needed, so that --help is quick.
  const { openClient } = await import('./store-client.ts');
  const client = await openClient(store.mongodbUri);
  try {
    const sizes = await Promise.all(
      serviceNames.map((service) => sizesOf(client, `${store.namespace}_${service}`)),
    );
    const all = sizes.flat();
    const orders = all.find(({ collection }) => collection.endsWith('_orders.orders'))?.documents ?? 0;
    console.log(options.json ? JSON.stringify({ orders, sizes: all }) : table(all, orders));
  } finally {
    await client.close();
  }
}

interface StorageStats {
  storageStats: Record<'count' | 'size' | 'storageSize' | 'totalIndexSize', number>;
}

async function sizesOf(client: Client, database: string): Promise<Size[]> {
  const db = client.db(database);
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const sizes = await Promise.all(
    collections.map(async ({ name }): Promise<Size> => {
      const [stats] = await db
        .collection(name)
        .aggregate<StorageStats>([{ $collStats: { storageStats: {} } }])
        .toArray();
      const { count: documents = 0, size: data = 0, storageSize: disk = 0 } = stats?.storageStats ?? {};
      const indexes = stats?.storageStats.totalIndexSize ?? 0;
      return { collection: `${database}.${name}`, documents, data, disk, indexes };
    }),
  );
  return sizes.sort((a, b) => b.data + b.indexes - a.data - a.indexes);
}

function table(sizes: readonly Size[], orders: number): string {
  const per = (bytes: number) => (orders === 0 ? '-' : String(Math.round(bytes / orders)));
  const rows = sizes.map(({ collection, documents, data, disk, indexes }) =>
    [collection, documents, per(data), per(disk), per(indexes), keptFor(collection)].join('\t'),
  );
  const head = 'collection\tdocuments\tbytes\ton disk\tindexes\tkept';
  return [`Bytes per order, of ${orders} orders:`, head, ...rows].join('\n');
}

function keptFor(collection: string): string {
  const name = collection.split('.').at(-1) ?? '';
  const listed = Object.values(retention).find(({ collections }) =>
    (collections as readonly string[]).includes(name),
  );
  const kept = listed ?? retention.records;
  return kept.keptMs === null ? `until ${kept.until}` : `${kept.keptMs / (24 * 3600 * 1000)} days`;
}
