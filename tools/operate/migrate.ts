/** `npm run migrate`: migrates the databases to this release, or accepts other keys; see `npm run migrate -- --help`. */
import {
  dataDirOption,
  flag,
  readCommandLine,
  runCommand,
  wrongUsage,
} from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { findDatabases } from './store-address.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';

const usage = `Usage: npm run migrate -- --plan | --apply | --accept-keys [options]

Brings the databases to this release.

  --plan           prints what --apply would do, and changes nothing
  --apply          migrates the data; after a crash, run it again to continue
  --accept-keys    lets the data accept the keys of the next processes; first stop all gateways and webhooks workers

  --wait           waits without a limit for a MongoDB that does not respond (default: 60 s)
  --service NAME   catalog, orders or webhooks (default: all)
  --data-dir PATH  the local store's folder, if MONGODB_URI is not set (default .data)

docs/operate/upgrades.md says when to run it, what may run meanwhile, and how to go back.`;

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

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  const { wait, service, 'data-dir': dataDir } = asked.values;
  const acts = (['plan', 'apply', 'accept-keys'] as const).filter((name) => asked.values[name]);
  const [act] = acts;
  if (act === undefined || acts.length > 1)
    throw wrongUsage(command.name, 'use one of --plan, --apply and --accept-keys');
  const chosen = serviceNames.filter((name) => service === undefined || name === service);
  if (chosen.length === 0) throw wrongUsage(command.name, `--service must be ${serviceNames.join(' or ')}`);
  const settings = ownSettings('migrate');
  const { mongodbUri: MONGODB_URI } = findDatabases(settings, dataDir);
  // Imported when needed, so that --help is quick.
  const { runMigration } = await import('./run-migration.ts');
  for (const name of chosen) await runMigration(name, { ...settings, MONGODB_URI }, { act, wait });
});
