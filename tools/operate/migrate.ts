/** `npm run migrate -- --plan|--apply`: brings the databases to what this release writes. Exit 1 when that is refused. */
import { parseArgs } from 'node:util';

import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { DuplicateRecords } from '#shared/mongo/build-indexes.ts';
import { MigrationRefused } from '#shared/mongo/migrate.ts';
import { applyMigrations } from './migrate/apply-migrations.ts';
import { planMigrations } from './migrate/plan-migrations.ts';
import { serviceNames, withServiceDatabase } from './migrate/service-databases.ts';
import { findDatabases, OperatorError } from './store-address.ts';

const usage = `npm run migrate -- --plan | --apply [options]

  --plan            say what would be done, and do nothing
  --apply           do it: run again after a kill, it goes on where it was

  --service NAME    catalog or orders (default: both)
  --data-dir PATH   of the local store (default .data), when MONGODB_URI is not set

docs/upgrades.md tells when to run it, what may run beside it, and how to go back.`;

try {
  const chosen = readOptions(process.argv.slice(2));
  if (chosen === null) console.log(usage);
  else await run(chosen);
} catch (error) {
  if (!isForOperator(error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof OperatorError ? 2 : 1;
}

interface Chosen {
  applies: boolean;
  services: readonly ServiceName[];
  dataDir: string;
}

/** Null: it asks for the usage. */
function readOptions(line: string[]): Chosen | null {
  const { plan, apply, service, help, ...values } = parsed(line);
  if (help) return null;
  if (plan === apply) throw new OperatorError(`Say --plan or --apply.\n\n${usage}`);
  const chosen = serviceNames.filter((name) => service === undefined || name === service);
  if (chosen.length === 0)
    throw new OperatorError(`There is no service "${service}": ${serviceNames.join(' or ')}.`);
  return { applies: apply, services: chosen, dataDir: values['data-dir'] };
}

function parsed(line: string[]) {
  try {
    const { values } = parseArgs({
      args: line,
      options: {
        plan: { type: 'boolean', default: false },
        apply: { type: 'boolean', default: false },
        service: { type: 'string' },
        'data-dir': { type: 'string', default: '.data' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${usage}`);
  }
}

async function run({ applies, services, dataDir }: Chosen): Promise<void> {
  const address = findDatabases(process.env, dataDir);
  for (const service of services) {
    await withServiceDatabase(service, address, async (database, data) => {
      if (applies) await applyMigrations(database, data, (line) => console.log(line));
      const { lines, refusal } = await planMigrations(database, data);
      if (refusal !== null) throw new MigrationRefused(refusal);
      console.log(lines.join('\n'));
    });
  }
}

function isForOperator(error: unknown): error is Error {
  return [OperatorError, MigrationRefused, DuplicateRecords].some((kind) => error instanceof kind);
}
