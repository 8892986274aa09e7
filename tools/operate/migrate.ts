/** `npm run migrate`: migrates the databases to this release, or accepts other keys; see `npm run migrate -- --help`. */
import { setTimeout as sleep } from 'node:timers/promises';

import { flag, readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { planAll, type CollectionPlan } from '#shared/platform/mongo/build-indexes.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { readDataVersion, versionOf, type DataVersion } from '#shared/platform/mongo/data-version.ts';
import { forgetKeys } from '#shared/platform/mongo/hold-identity.ts';
import type { NamedIndex } from '#shared/platform/mongo/index-plan.ts';
import { pendingMigrations } from '#shared/platform/mongo/migrate.ts';
import { newestVersion, type Migration, type ServiceData } from '#shared/platform/mongo/service-data.ts';
import { release } from '#shared/platform/process/release.ts';
import { applyMigrations, withServiceDatabase, type DatabaseSettings } from './service-databases.ts';
import { dataDirOption, findDatabases } from './store-address.ts';
import { ServerFault } from './store-client.ts';

const usage = `npm run migrate -- --plan | --apply | --accept-keys [options]

  --plan            say what would be done, and do nothing
  --apply           do it: run again after a kill, it goes on where it was
  --accept-keys     let the next processes go on with other keys than the data was made with; stop all gateways and webhooks workers first

  --wait            for MongoDB, however long it does not answer (default: 60 s)
  --service NAME    catalog, orders or webhooks (default: all)
  --data-dir PATH   of the local store (default .data), when MONGODB_URI is not set

docs/upgrades.md says when to run it, what may run beside it, and how to go back.`;

const command = {
  name: 'npm run migrate',
  usage,
  reader: 'migrate',
  options: {
    plan: flag,
    apply: flag,
    'accept-keys': flag,
    wait: flag,
    service: { type: 'string' },
    ...dataDirOption,
  },
} as const;

type Work = (database: Database, data: ServiceData) => Promise<void>;
const works = { plan, apply, 'accept-keys': acceptKeys } as const satisfies Record<string, Work>;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  const { wait, service, 'data-dir': dataDir } = asked.values;
  const acts = (Object.keys(works) as (keyof typeof works)[]).filter((name) => asked.values[name]);
  const [act] = acts;
  if (act === undefined || acts.length > 1)
    throw wrongUsage(command.name, 'say one of --plan, --apply and --accept-keys');
  const chosen = serviceNames.filter((name) => service === undefined || name === service);
  if (chosen.length === 0) throw wrongUsage(command.name, `--service is ${serviceNames.join(' or ')}`);
  const settings = ownSettings('migrate');
  const { mongodbUri: MONGODB_URI } = findDatabases(settings, dataDir);
  for (const name of chosen) await workIn(name, { ...settings, MONGODB_URI }, { work: works[act], wait });
});

async function workIn(
  service: ServiceName,
  settings: DatabaseSettings,
  { work, wait }: { work: Work; wait: boolean },
): Promise<void> {
  for (;;) {
    try {
      await withServiceDatabase(service, settings, work, wait ? Infinity : undefined);
      return;
    } catch (error) {
      // A migration resumes where it stopped.
      if (!wait || !(error instanceof ServerFault)) throw error;
      console.error(error.message);
      await sleep(1000);
    }
  }
}

/** Prints the steps that would run, and the indexes that would stay. */
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

async function apply(database: Database, data: ServiceData): Promise<void> {
  await applyMigrations(database, data, (line) => console.log(line));
  await plan(database, data);
}

async function acceptKeys(database: Database, { service }: ServiceData): Promise<void> {
  const forgotten = await forgetKeys(database);
  console.log(
    forgotten.length === 0
      ? `${service}: no keys are stored; the next process that has keys stores its own`
      : `${service}: ${forgotten.join(', ')} of the next process that has other ones will be stored`,
  );
}
