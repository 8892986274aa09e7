import { planAll, type CollectionPlan } from '#shared/mongo/build-indexes.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { readDataVersion, versionOf, type DataVersion } from '#shared/mongo/data-version.ts';
import { pendingMigrations } from '#shared/mongo/migrate.ts';
import type { NamedIndex } from '#shared/mongo/index-plan.ts';
import { newestVersion, type Migration, type ServiceData } from '#shared/mongo/service-data.ts';
import { release } from '#shared/process/release.ts';

/** Describes the steps that would run, and the indexes that would stay. */
export async function planMigrations(database: Database, data: ServiceData): Promise<string[]> {
  const found = await readDataVersion(database);
  const steps: string[] = [];
  for (const migration of pendingMigrations(data, found))
    steps.push(await inWords(migration, database, found));
  const indexes = (await planAll(database, data.formerIndexes, versionOf(found, data))).map(indexLines);
  const toDo = [...steps, ...indexes.flatMap(({ todo }) => todo)];
  return [
    headline(data, found),
    ...toDo,
    ...(toDo.length === 0 ? ['  nothing to do'] : []),
    ...indexes.flatMap(({ foreign }) => foreign),
  ];
}

function headline(data: ServiceData, found: DataVersion | null): string {
  const known = `release ${release} writes version ${newestVersion(data)}`;
  if (found === null) return `${data.service}: there is no data yet; ${known}`;
  return `${data.service}: data version ${found.version} (${found.release}); ${known}`;
}

async function inWords(migration: Migration, database: Database, found: DataVersion | null): Promise<string> {
  const { version, summary, runsBeside, mayWait } = migration;
  const begun = found?.migrating?.to === version ? `, ${found.migrating.looked} done` : '';
  const waits = 'waits until no worker of an earlier release is alive';
  const beside = runsBeside
    ? mayWait
      ? waits
      : 'processes of earlier releases may run beside it'
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
      ...plan.drop.map((index) => `  drop index ${named(index)}: this release declares it no more`),
    ],
    foreign: plan.foreign.map((index) => `  left alone: index ${named(index)}, which no release made`),
  };
}
