/**
 * The image's entry point: `run.ts <role> [arguments]` starts that role's process. If a setting is unset or empty in the
 * environment, its value comes from the file in STORE_SECRETS.
 */
import { existsSync, readFileSync } from 'node:fs';

import { givenSetting } from '#shared/platform/settings/own-settings.ts';
import { nodeArguments, processes } from '../processes.ts';

const commands = {
  token: 'services/gateway/auth/token.ts',
  console: 'services/gateway/session/print-link.ts',
  sessions: 'tools/operate/sessions.ts',
  seed: 'tools/operate/seed.ts',
  audit: 'tools/operate/audit.ts',
  'bytes-per-order': 'tools/operate/bytes-per-order.ts',
  backup: 'tools/operate/backup.ts',
  restore: 'tools/operate/restore.ts',
  parked: 'tools/operate/parked.ts',
  secrets: 'deploy/container/secrets.ts',
  database: 'deploy/container/database.ts',
  migrate: 'tools/operate/migrate.ts',
  indexes: 'tools/operate/build-indexes.ts',
};

const [role = '', ...roleArguments] = process.argv.slice(2);
const roles: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.entries(processes).map(([name, { entryPoint }]) => [name, entryPoint])),
  ...commands,
};
const entryPoint = roles[role];
if (entryPoint === undefined) {
  console.error(`There is no role "${role}". It can be one of: ${Object.keys(roles).join(', ')}.`);
  process.exit(2);
}
const forProcesses = role in processes ? nodeArguments : [];
const node = [process.execPath, '--disable-warning=ExperimentalWarning', ...forProcesses];
if (process.execve === undefined) throw new Error('This system has no way to become another process.');
process.execve(process.execPath, [...node, entryPoint, ...roleArguments], environment());

function environment(): Record<string, string> {
  const file = givenSetting('STORE_SECRETS');
  // Secrets are stored as JSON, because some passwords cannot be written into a file of shell variables.
  const secrets =
    file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const given = Object.entries(process.env).filter(([, value]) => value !== undefined && value !== '');
  return { ...secrets, ...Object.fromEntries(given) } as Record<string, string>;
}
