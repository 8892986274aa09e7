import type { Log } from '../process/log.ts';
import { PlainError } from '../settings/plain-error.ts';
import { release } from '../process/release.ts';
import { buildIndexes } from './build-indexes.ts';
import type { Database } from './connect.ts';
import { beginData } from './data-version.ts';
import { readTakenVersion } from './floor.ts';
import { dataRefusal } from './judge-data.ts';
import { newestVersion, type ServiceData } from './service-data.ts';

/** Builds missing indexes. Throws a PlainError with the remedy if this release cannot work on data of that version. */
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
