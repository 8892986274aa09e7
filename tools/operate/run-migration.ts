import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { planAll, type CollectionPlan } from '#shared/platform/mongo/build-indexes.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { readDataVersion, versionOf, type DataVersion } from '#shared/platform/mongo/data-version.ts';
import { forgetKeys } from '#shared/platform/mongo/hold-identity.ts';
import type { NamedIndex } from '#shared/platform/mongo/index-plan.ts';
import { pendingMigrations } from '#shared/platform/mongo/migrate.ts';
import { newestVersion, type Migration, type ServiceData } from '#shared/platform/mongo/service-data.ts';
import { release } from '#shared/platform/process/release.ts';
import {
  applyMigrations,
  withServiceDatabase,
  type DatabaseSettings,
  type DatabaseWork,
} from './service-databases.ts';
import { ServerFault } from './store-client.ts';

const works = { plan, apply, 'accept-keys': acceptKeys } as const satisfies Record<string, DatabaseWork>;

/**
 * Plans or applies a service's migrations, or accepts other keys. If `wait` is set, waits for MongoDB without
 * a time limit.
 */
export async function runMigration(
  service: ServiceName,
  settings: DatabaseSettings,
  { act, wait }: { act: keyof typeof works; wait: boolean },
): Promise<void> {
  for (;;) {
    try {
      await withServiceDatabase(service, settings, works[act], wait ? Infinity : undefined);
      return;
    } catch (error) {
      // Retrying is safe, because a migration resumes where it stopped.
      if (!wait || !(error instanceof ServerFault)) throw error;
      console.error(error.message);
      await sleep(1000);
    }
  }
}

/** Prints the steps that would run, and the indexes that would not be dropped. */
async function plan(database: Database, data: ServiceData): Promise<void> {
  const found = await readDataVersion(database);
  const steps: string[] = [];
  for (const migration of pendingMigrations(data, found))
    steps.push(await inWords(migration, database, found));
  const indexes = (await planAll(database, data.formerIndexes, versionOf(found, data))).map(indexLines);
  const toDo = [...steps, ...indexes.flatMap(({ todo }) => todo)];
  const lines = [headline(data, found), ...toDo, ...(toDo.length === 0 ? ['  nothing to do'] : [])];
  console.log([...lines, ...indexes.flatMap(({ foreign }) => foreign)].join('\n'));
}

function headline(data: ServiceData, found: DataVersion | null): string {
  const known = `release ${release} writes version ${newestVersion(data)}`;
  if (found === null) return `${data.service}: there is no data yet; ${known}`;
  return `${data.service}: data version ${found.version} (${found.release}); ${known}`;
}

async function inWords(migration: Migration, database: Database, found: DataVersion | null): Promise<string> {
  const { version, summary, runsBeside, mayWait } = migration;
  const begun = found?.migrating?.to === version ? `, ${found.migrating.looked} done` : '';
  const waits = 'waits until no worker of an earlier release runs';
  const beside = runsBeside
    ? mayWait
      ? waits
      : 'processes of earlier releases may run meanwhile'
    : mayWait
      ? `${waits}; earlier releases cannot work on the data after it`
      : 'stop all processes of this service first';
  return `  version ${version}: ${summary} (looks at up to ${await migration.estimate(database)} documents${begun}; ${beside})`;
}

function indexLines({ collection, documents, plan }: CollectionPlan) {
  const named = ({ name, key, unique }: NamedIndex) =>
    `${name} on ${collection} {${Object.keys(key).join(', ')}}${unique ? ', unique' : ''}`;
  return {
    todo: [
      ...plan.build.map((index) => `  build index ${named(index)}, over ${documents} documents`),
      ...plan.lifetimes.map((index) => `  change index ${named(index)}: ${index.expireAfterSeconds ?? 0} s`),
      ...plan.drop.map((index) => `  drop index ${named(index)}: this release no longer declares it`),
    ],
    foreign: plan.foreign.map((index) => `  keep index ${named(index)}: no release of the store declares it`),
  };
}

async function apply(database: Database, data: ServiceData): Promise<void> {
  await applyMigrations(database, data, (line) => console.log(line));
  await plan(database, data);
}

async function acceptKeys(database: Database, { service }: ServiceData): Promise<void> {
  const forgotten = await forgetKeys(database);
  console.log(
    forgotten.length === 0
      ? `${service}: no keys are stored; the next process that has keys stores its own`
      : `${service}: accepts the ${forgotten.join(', ')} of the next process`,
  );
}
