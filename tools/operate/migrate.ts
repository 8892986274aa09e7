/** `npm run migrate -- --plan|--apply`: brings the databases to what this release writes. */
import { setTimeout as sleep } from 'node:timers/promises';

import { readCommandLine, runCommand, wrongUsage } from '#shared/process/command-line.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { Database } from '#shared/mongo/connect.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import { applyMigrations } from './migrate/apply-migrations.ts';
import { planMigrations } from './migrate/plan-migrations.ts';
import { DatabaseAway, withServiceDatabase } from './migrate/service-databases.ts';
import type { DatabaseSettings } from './migrate/service-databases.ts';
import { findDatabases } from './store-address.ts';

const usage = `npm run migrate -- --plan | --apply [options]

  --plan            say what would be done, and do nothing
  --apply           do it: run again after a kill, it goes on where it was

  --wait            for MongoDB, however long it does not answer (default: 60 s)
  --service NAME    catalog, orders or webhooks (default: all)
  --data-dir PATH   of the local store (default .data), when MONGODB_URI is not set

docs/upgrades.md tells when to run it, what may run beside it, and how to go back.`;

const command = {
  name: 'npm run migrate',
  usage,
  reader: 'migrate',
  options: {
    plan: { type: 'boolean', default: false },
    apply: { type: 'boolean', default: false },
    wait: { type: 'boolean', default: false },
    service: { type: 'string' },
    'data-dir': { type: 'string', default: '.data' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  const { plan, apply, wait, service, 'data-dir': dataDir } = asked.values;
  if (plan === apply) throw wrongUsage(command.name, 'say --plan or --apply');
  const chosen = serviceNames.filter((name) => service === undefined || name === service);
  if (chosen.length === 0) throw wrongUsage(command.name, `--service is ${serviceNames.join(' or ')}`);
  const settings = ownSettings('migrate');
  const { mongodbUri } = findDatabases(settings, dataDir);
  await migrate(chosen, { ...settings, MONGODB_URI: mongodbUri }, { applies: apply, waits: wait });
});

async function migrate(
  services: readonly ServiceName[],
  settings: DatabaseSettings,
  { applies, waits }: { applies: boolean; waits: boolean },
): Promise<void> {
  const patienceMs = waits ? Infinity : undefined;
  for (const service of services) {
    const work = async (database: Database, data: ServiceData) => {
      if (applies) await applyMigrations(database, data, (line) => console.log(line));
      console.log((await planMigrations(database, data)).join('\n'));
    };
    const tryIt = () => withServiceDatabase(service, settings, work, patienceMs);
    await (waits ? untilItAnswers(tryIt) : tryIt());
  }
}

/** A migration goes on where it was. */
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
