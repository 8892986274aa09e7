import { newestVersion, type ServiceData } from './service-data.ts';

export interface KnownData {
  version: number;
  release: string;
  /** The version that a process must support to work on the data. Absent: equal to `version`. */
  needs?: number;
}

/** Why this release's processes must not work on this data, with the remedy. Null if they may. */
export function dataRefusal(data: ServiceData, found: KnownData, release: string): string | null {
  const { service, readsFrom } = data;
  const newest = newestVersion(data);
  const { version, needs = version } = found;
  if (needs > newest) {
    return (
      `The data of ${service} has version ${version}, written by release ${found.release}, but release ${release} knows ` +
      `only up to version ${newest}. Start release ${found.release} or a later one, or restore a backup from before the upgrade.`
    );
  }
  if (version < readsFrom) {
    return (
      `The data of ${service} has version ${version}, but release ${release} reads only version ${readsFrom} or later. ` +
      `First run \`npm run migrate -- --apply\` (in containers: the role \`migrate --apply\`).`
    );
  }
  return null;
}
