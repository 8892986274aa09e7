import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { withoutSecrets } from './process-environment.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** A token of the store whose processes have this environment; for a client, of this user or of the seeded shopper. */
export async function makeToken(
  env: Readonly<Record<string, string>>,
  scope: 'admin' | 'admin:read' | 'client',
  user?: number,
): Promise<string> {
  const args = [
    'services/gateway/auth/token.ts',
    '--scope',
    scope,
    ...(user === undefined ? [] : ['--user', String(user)]),
  ];
  const { stdout } = await run(process.execPath, args, {
    cwd: root,
    env: { ...withoutSecrets(process.env, 'token'), ...env },
  });
  return stdout.trim();
}
