import mongoose from 'mongoose';

import { serviceNames } from '#shared/contracts/kit/define.ts';
import { sharedServers } from '../../support/servers.ts';
import { sharedStore } from '../../support/store-access.ts';
import { walkValues, type Visit } from '../../support/walk-values.ts';

/** Searches the shared store's databases directly. */
export interface StoredData {
  /** Places such as `orders.notes` with a matching key at any depth. */
  whereKeys(matches: (key: string) => boolean): Promise<string[]>;
  whereText(matches: (text: string) => boolean): Promise<string[]>;
  whereNumber(matches: (value: number) => boolean): Promise<string[]>;
  close(): Promise<void>;
}

export async function openStoredData(): Promise<StoredData> {
  const connection = await mongoose.createConnection(sharedServers().mongodbUri).asPromise();
  const client = connection.getClient();

  async function visitAll(visit: Visit): Promise<void> {
    for (const service of serviceNames) {
      const database = client.db(`${sharedStore().namespace}_${service}`);
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
        for await (const document of database.collection(name).find()) walkValues(document, name, visit);
      }
    }
  }

  async function where(matches: (key: string, value: unknown) => boolean): Promise<string[]> {
    const found = new Set<string>();
    await visitAll((path, key, value) => {
      if (matches(key, value)) found.add(path);
    });
    return [...found];
  }

  return {
    whereKeys: (matches) => where((key) => matches(key)),
    whereText: (matches) => where((_key, value) => typeof value === 'string' && matches(value)),
    whereNumber: (matches) => where((_key, value) => typeof value === 'number' && matches(value)),
    close: () => connection.close(),
  };
}
