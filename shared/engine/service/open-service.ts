import { connectDatabase, type Database } from '../../platform/mongo/connect.ts';
import { holdIdentity } from '../../platform/mongo/hold-identity.ts';
import type { KeyChecks } from '../../platform/process/key-checks.ts';
import type { Log } from '../../platform/process/log.ts';
import { storeUnits } from '../../platform/process/store-identity.ts';
import type { SettingsOf } from '../../platform/settings/settings.ts';
import { PlainError } from '../../platform/settings/plain-error.ts';
import { release } from '../../platform/process/release.ts';
import { buildIndexes } from '../../platform/mongo/build-indexes.ts';
import { beginData, dataRefusal } from '../../platform/mongo/data-version.ts';
import { readTakenVersion } from '../../platform/mongo/floor.ts';
import { newestVersion, type ServiceData } from '../../platform/mongo/service-data.ts';
import type { Service, ServiceContext, ShapeWithProcesses } from './define-service.ts';

type Role<S extends ShapeWithProcesses> = `${S['name']}-api` | `${S['name']}-worker`;

/** An API or a worker has these parts once it is connected to its service's database, before it starts its own parts. */
export interface Opened<S extends ShapeWithProcesses, R extends Role<S>> extends Omit<
  ServiceContext<S>,
  'settings' | 'own'
> {
  settings: SettingsOf<R>;
}

/** Connects to the database. Throws a PlainError if the data has another currency or key, or belongs to another release. */
export async function openService<S extends ShapeWithProcesses, R extends Role<S>>(
  service: Pick<Service<S>, 'name' | 'models' | 'data'>,
  settings: SettingsOf<R>,
  log: Log,
  keys?: KeyChecks,
): Promise<Opened<S, R>> {
  const { MONGODB_URI, STORE_NAMESPACE } = settings as SettingsOf<'catalog-api'>;
  const units = storeUnits(settings);
  const database = await connectDatabase(MONGODB_URI, `${STORE_NAMESPACE}_${service.name}`, log);
  await holdIdentity(database, { ...units, ...(keys && { keys }) });
  const models = service.models(database);
  await prepareDatabase(database, service.data, log);
  return { settings, units, database, models, log };
}

/** Builds missing indexes. Throws a PlainError with the remedy if this release cannot work on data of the stored version. */
export async function prepareDatabase(database: Database, data: ServiceData, log: Log): Promise<void> {
  const newest = newestVersion(data);
  const found = await readTakenVersion(database, data);
  const refusal = found && dataRefusal(data, found, release);
  if (refusal !== null) throw new PlainError(refusal);
  if (found === null) await beginData(database, newest, release);
  else if (found.version < newest) {
    log.warn(
      { data_version: found.version, known: newest },
      'the data is of an earlier release: run `npm run migrate -- --apply`',
    );
  }
  await buildIndexes(database);
}
