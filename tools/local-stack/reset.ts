import { serviceNames } from '#shared/contracts/kit/define.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { serverVariables } from '#deploy/processes.ts';
import type { DataDir } from './data-dir.ts';
import { removeVolumesOfStore } from './docker-engine.ts';

type Settings = Pick<SettingsOf<'servers'>, 'MONGODB_URI' | 'REDIS_URL' | 'RABBITMQ_URL' | 'STORE_NAMESPACE'>;

/**
 * Deletes all data of the store, for `--reset`. Throws a PlainError, and deletes nothing, if the operator's own servers have or
 * had data of the store, or if Docker cannot delete its part of the data.
 */
export async function reset(dataDir: DataDir, settings: Settings): Promise<void> {
  refuseGivenServers(dataDir, settings);
  await removeVolumesOfStore(dataDir);
  dataDir.clear();
}

/** `--reset` would delete the keys without which the store cannot read the data on the operator's own servers. */
function refuseGivenServers(dataDir: DataDir, { STORE_NAMESPACE: namespace, ...settings }: Settings): void {
  const databases = serviceNames.map((service) => `${namespace}_${service}`);
  const data = {
    mongodb: `the databases ${databases.join(', ')}`,
    redis: `the keys ${namespace}:*`,
    rabbitmq: `the queues ${namespace}.*`,
  };
  const kept = (Object.keys(data) as (keyof typeof data)[])
    .filter((name) => settings[serverVariables[name]] !== null || dataDir.kept(`${name}-given`) !== undefined)
    .map((name) => `${data[name]} (${serverVariables[name]})`);
  if (kept.length === 0) return;
  throw new PlainError(
    `--reset deletes ${dataDir.path} with the store's keys, but not ${kept.join(', ')}. ` +
      `For a new store, delete all of these yourself, remove ${dataDir.path}, and start without --reset.`,
  );
}
