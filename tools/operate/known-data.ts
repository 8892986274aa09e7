import type { mongo } from 'mongoose';
import { byService, serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { readTakenVersion } from '#shared/platform/mongo/floor.ts';
import { refuseHalfRestored } from '#shared/platform/mongo/restores.ts';
import { services } from './services.ts';

export const knownData = byService((name) => services[name].data);

/** Throws an error with the remedy if the data of one of the services is half restored or too old for this release. */
export async function refuseUnfit(
  client: mongo.MongoClient,
  namespace: string,
  names: readonly ServiceName[] = serviceNames,
): Promise<void> {
  for (const service of names) {
    const database = client.db(`${namespace}_${service}`);
    await refuseHalfRestored(database);
    await readTakenVersion({ db: database }, knownData[service]);
  }
}
