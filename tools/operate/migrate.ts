/** `npm run migrate -- --plan|--apply`: brings the databases to what this release writes. */
import { readCommandLine, runCommand, wrongUsage } from '#shared/process/command-line.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { applyMigrations } from './migrate/apply-migrations.ts';
import { planMigrations } from './migrate/plan-migrations.ts';
import { withServiceDatabase } from './migrate/service-databases.ts';
import type { DatabaseSettings } from './migrate/service-databases.ts';
import { findDatabases } from './store-address.ts';

const usage = `npm run migrate -- --plan | --apply [options]

  --plan            say what would be done, and do nothing
  --apply           do it: run again after a kill, it goes on where it was

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
    service: { type: 'string' },
    'data-dir': { type: 'string', default: '.data' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  const { plan, apply, service, 'data-dir': dataDir } = asked.values;
  if (plan === apply) throw wrongUsage(command.name, 'say --plan or --apply');
  const chosen = serviceNames.filter((name) => service === undefined || name === service);
  if (chosen.length === 0) throw wrongUsage(command.name, `--service is ${serviceNames.join(' or ')}`);
  const settings = ownSettings('migrate');
  const { mongodbUri } = findDatabases(settings, dataDir);
  await migrate(chosen, { ...settings, MONGODB_URI: mongodbUri }, apply);
});

async function migrate(
  services: readonly ServiceName[],
  settings: DatabaseSettings,
  applies: boolean,
): Promise<void> {
  for (const service of services) {
    await withServiceDatabase(service, settings, async (database, data) => {
      if (applies) await applyMigrations(database, data, (line) => console.log(line));
      console.log((await planMigrations(database, data)).join('\n'));
    });
  }
}
