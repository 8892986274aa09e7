import type { Client } from '../backup/moment.ts';
import { backupFormat } from '../backup/manifest.ts';
import type { Manifest } from '../backup/manifest.ts';
import { OperatorError } from '../store-address.ts';
import { isTooFar, versionedCollections } from './jumps.ts';
import type { Jumps } from './jumps.ts';
import { heldLines, othersConnected } from './target.ts';
import type { Target } from './target.ts';

/** The data versions that this code works with. */
export type KnownVersions = Readonly<Record<string, number>>;

/** Why this code can't take over what the backup holds; null when it can. */
export function whyTooNew(
  { format, release, databases }: Pick<Manifest, 'format' | 'release' | 'databases'>,
  known: KnownVersions,
): string | null {
  const remedy = `Restore it with release ${release} or a later one.`;
  if (format > backupFormat)
    return `The backup is laid out in a way that this release does not know. ${remedy}`;
  for (const [service, { data_version: of }] of Object.entries(databases)) {
    if (!(service in versionedCollections)) return `This release has no service "${service}". ${remedy}`;
    // Newer data may say that older code can still work with it.
    const needs = Number(of?.['needs'] ?? of?.['version'] ?? 0);
    if (needs > (known[service] ?? 0)) {
      return `The data of ${service} needs version ${needs}, and this release knows up to ${known[service] ?? 0}. ${remedy}`;
    }
  }
  return null;
}

/** Whether the data is of an older version than this code works with. */
export function isOlder({ databases }: Pick<Manifest, 'databases'>, known: KnownVersions): boolean {
  return Object.entries(databases).some(
    ([service, { data_version: of }]) => Number(of?.['version'] ?? 0) < (known[service] ?? 0),
  );
}

export async function refuseConnected(
  client: Client,
  databases: readonly string[],
  ownName: string,
): Promise<void> {
  const others = await othersConnected(client, databases, ownName);
  if (others.length === 0) return;
  throw new OperatorError(
    `Others have the store's databases open:\n${others.join('\n')}\n` +
      'Stop the APIs and workers, and try again: Ctrl-C where npm start runs (then: npm run servers), or docker compose stop ' +
      'catalog-api catalog-worker orders-api orders-worker.',
  );
}

/** A restore that was begun and has not ended had its consent. */
export function refuseLivedIn(targets: readonly Target[], isReplaceAsked: boolean): void {
  const held = heldLines(targets);
  if (isReplaceAsked || held.length === 0 || targets.some(({ underWay }) => underWay !== null)) return;
  throw new OperatorError(
    `There is data already:\n${held.join('\n')}\nWith --replace it is replaced by the backup, and gone. Back it up first: npm run backup`,
  );
}

export function refuseWrongClock(moment: Manifest['moment'], now: Date, jumps: Jumps): void {
  if (now.getTime() / 1000 < moment.cluster_time.t || isTooFar(jumps)) {
    throw new OperatorError(
      `The backup is of ${moment.at}, and the database's clock says ${now.toISOString()}: set it right, or ids would be given out again.`,
    );
  }
}
