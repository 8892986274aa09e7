import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from '#tools/local-stack/free-port.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';
import type { ReleaseCheckout } from '../../releases/release-checkout.ts';
import { startRelease, withoutRateLimits, type RunningRelease } from '../../releases/running-release.ts';

/**
 * Starts sets of processes from two releases. A set is a complete copy of the store's processes. All sets share the same servers,
 * secrets and keys.
 */
export function createReleaseSets(folder: string, { mongodbUri, redisUrl, rabbitmqUrl }: ServerUris) {
  const env = {
    ...withoutRateLimits,
    UNFINISHED_OPERATIONS_PER_CALLER: '1000000',
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    RABBITMQ_URL: rabbitmqUrl,
  };
  /** For each release's checkout folder, the data folder of the set that was last started from it. */
  const begun = new Map<string, string>();
  return {
    env,
    start: async (name: string, checkout: ReleaseCheckout): Promise<RunningRelease> => {
      const own = join(folder, name);
      // A later release may create new secrets. All its sets must share these secrets. So copy them from a
      // set of the same release if there is one, otherwise from the first set.
      const from = begun.get(checkout.folder) ?? begun.values().next().value;
      if (from !== undefined) takeSecrets(from, join(own, 'data'));
      const running = await startRelease({
        checkout,
        name,
        folder: own,
        port: await freePort(),
        env,
        reset: false,
      });
      begun.set(checkout.folder, running.dataDir);
      return running;
    },
  };
}

/** Copies the secrets and keys of another set. The ports are not copied, because each set has its own. */
function takeSecrets(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const kept = JSON.parse(readFileSync(join(from, 'settings.json'), 'utf8')) as Record<string, string>;
  const shared = Object.entries(kept).filter(([name]) => !name.endsWith('-port'));
  writeFileSync(join(to, 'settings.json'), JSON.stringify(Object.fromEntries(shared)), { mode: 0o600 });
  if (existsSync(join(from, 'keys'))) cpSync(join(from, 'keys'), join(to, 'keys'), { recursive: true });
}
