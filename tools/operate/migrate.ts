/** `npm run migrate`: migrates the databases to this release, or accepts other keys; see `npm run migrate -- --help`. */
import { setTimeout as sleep } from 'node:timers/promises';

import { readCommandLine, runCommand, wrongUsage } from '#shared/process/command-line.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { forgetKeys } from '#shared/mongo/hold-identity.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import { applyMigrations } from './migrate/apply-migrations.ts';
import { planMigrations } from './migrate/plan-migrations.ts';
import { DatabaseAway, withServiceDatabase, type DatabaseSettings } from './migrate/service-databases.ts';
import { findDatabases } from './store-address.ts';

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
    plan: { type: 'boolean', default: false },
    apply: { type: 'boolean', default: false },
    'accept-keys': { type: 'boolean', default: false },
    wait: { type: 'boolean', default: false },
    service: { type: 'string' },
    'data-dir': { type: 'string', default: '.data' },
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
  const { mongodbUri } = findDatabases(settings, dataDir);
  await inEach(chosen, { ...settings, MONGODB_URI: mongodbUri }, { work: works[act], waits: wait });
});

async function inEach(
  services: readonly ServiceName[],
  settings: DatabaseSettings,
  { work, waits }: { work: Work; waits: boolean },
): Promise<void> {
  const patienceMs = waits ? Infinity : undefined;
  for (const service of services) {
    const tryIt = () => withServiceDatabase(service, settings, work, patienceMs);
    await (waits ? untilItAnswers(tryIt) : tryIt());
  }
}

async function plan(database: Database, data: ServiceData): Promise<void> {
  console.log((await planMigrations(database, data)).join('\n'));
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

/** Retries until MongoDB answers: a migration resumes where it stopped. */
async function untilItAnswers(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      console.error(error.message);
      await sleep(1000);
    }
  }
}
