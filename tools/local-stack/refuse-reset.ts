import { serviceNames } from '#shared/contracts/kit/define.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';

type Settings = Pick<SettingsOf<'servers'>, 'MONGODB_URI' | 'REDIS_URL' | 'RABBITMQ_URL' | 'STORE_NAMESPACE'>;

/**
 * Throws a PlainError if the operator's own servers have data of the store. `--reset` does not delete this data, but it deletes
 * the keys, and the store could not read the data without them.
 */
export function refuseReset(folder: string, { STORE_NAMESPACE: namespace, ...settings }: Settings): void {
  const databases = serviceNames.map((service) => `${namespace}_${service}`);
  const data = {
    MONGODB_URI: `the databases ${databases.join(', ')}`,
    REDIS_URL: `the keys ${namespace}:*`,
    RABBITMQ_URL: `the queues ${namespace}.*`,
  } as const;
  const given = (Object.keys(data) as (keyof typeof data)[]).filter((name) => settings[name] !== null);
  if (given.length === 0) return;
  const kept = given.map((name) => `${data[name]} (${name})`);
  throw new PlainError(
    `--reset deletes ${folder} with the store's keys, but not ${kept.join(', ')}. ` +
      `For a new store, delete all of these yourself, remove ${folder}, and start without --reset.`,
  );
}
