import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { withoutSecrets } from './process-environment.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');

type StoreEnvironment = Readonly<Record<string, string>>;

/** Makes a token for the store with this environment. A client token is for the given user, or for the seeded shopper. */
export function makeToken(env: StoreEnvironment, scope: 'admin' | 'client', user?: number): Promise<string> {
  const ofUser = user === undefined ? [] : ['--user', String(user)];
  return printed(env, 'token', ['services/gateway/auth/token.ts', '--scope', scope, ...ofUser]);
}

/** Makes a sign-in link for the console of the store with this environment. `url` is the address in the link. */
export function makeSignInLink(env: StoreEnvironment, url: string): Promise<string> {
  return printed(env, 'console', ['services/gateway/session/print-link.ts', '--url', url]);
}

async function printed(
  env: StoreEnvironment,
  reader: 'token' | 'console',
  args: readonly string[],
): Promise<string> {
  const own = { ...withoutSecrets(process.env, reader), ...env };
  const { stdout } = await execute(process.execPath, args, { cwd: root, env: own }).catch(
    (error: unknown) => {
      const { code, stderr } = error as { code?: number; stderr: string };
      // A command exits with 2 after it has explained the fault, such as a missing folder of keys.
      throw code === 2 ? new PlainError(stderr.trim()) : error;
    },
  );
  return stdout.trim();
}
