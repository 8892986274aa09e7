import { isDeepStrictEqual } from 'node:util';

import type { Client } from '../backup/moment.ts';
import { backupFormat, type Manifest } from '../backup/manifest.ts';
import { OperatorError } from '../store-address.ts';
import { highestInt32, versionedCollections, type Jumps } from './jumps.ts';
import { heldLines, othersConnected, readSequences, type Target } from './target.ts';

/** The data versions that this release supports. */
export type KnownVersions = Readonly<Record<string, number>>;

/** Returns why this release cannot restore the backup; null if it can. */
export function whyTooNew(
  { format, release, databases }: Pick<Manifest, 'format' | 'release' | 'databases'>,
  known: KnownVersions,
): string | null {
  const remedy = `Restore it with release ${release} or a later one.`;
  if (format > backupFormat)
    return `The backup is laid out in a way that this release does not know. ${remedy}`;
  for (const [service, { data_version: of }] of Object.entries(databases)) {
    if (!(service in versionedCollections)) return `This release has no service "${service}". ${remedy}`;
    // Newer data may state that older code can still use it.
    const needs = Number(of?.['needs'] ?? of?.['version'] ?? 0);
    if (needs > (known[service] ?? 0)) {
      return `The data of ${service} needs version ${needs}, and this release knows up to ${known[service] ?? 0}. ${remedy}`;
    }
  }
  return null;
}

/** Whether the data is older than this release's version. */
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
      'Stop the APIs and workers, and try again: Ctrl-C where npm start runs (then: npm run servers), docker compose stop ' +
      'catalog-api catalog-worker orders-api orders-worker webhooks-api webhooks-worker, or systemctl stop ' +
      "'storefront@*-api.service' 'storefront@*-worker.service'.",
  );
}

/** An unfinished restore was already confirmed by the operator. */
export function refuseLivedIn(targets: readonly Target[], isReplaceAsked: boolean): void {
  const held = heldLines(targets);
  if (isReplaceAsked || held.length === 0 || targets.some(({ underWay }) => underWay !== null)) return;
  throw new OperatorError(
    `There is data already:\n${held.join('\n')}\nWith --replace the backup replaces it for good. Back it up first: npm run backup`,
  );
}

export function refuseWrongClock(moment: Manifest['moment'], now: Date): void {
  if (now.getTime() / 1000 >= moment.cluster_time.t) return;
  throw new OperatorError(
    `The backup is of ${moment.at}, and the database's clock says ${now.toISOString()}: set it right, or ids would be given out again.`,
  );
}

/** Throws if a sequence changed since it was read, because the computed jumps are then too small. */
export async function refuseWritten(
  client: Client,
  namespace: string,
  targets: readonly Target[],
): Promise<void> {
  for (const { service, data } of targets) {
    if (isDeepStrictEqual(await readSequences(client.db(`${namespace}_${service}`)), data.sequences))
      continue;
    throw new OperatorError(
      `The data of ${service} was written to meanwhile. It is unchanged by the restore; run the restore again.`,
    );
  }
}

/** Throws if this restore would push ids beyond 32 bits. Returns a line for each sequence that is beyond them anyway. */
export function refuseBeyondInt32({ ids }: Jumps): string[] {
  const beyond = ids.filter(({ last }) => last >= highestInt32);
  const led = beyond.filter(({ known }) => known < highestInt32);
  if (led.length === 0) {
    return beyond.map(
      ({ sequence, last }) =>
        `Ids of ${sequence} continue from ${last + 1}: clients with 32-bit ids read up to ${highestInt32}.`,
    );
  }
  const lines = led.map(
    ({ sequence, known, last }) => `  ${sequence}: from ${last + 1}; the last known id here is ${known}`,
  );
  throw new OperatorError(
    `To reuse no id, new ids would start beyond ${highestInt32}, the highest that clients with 32-bit ids can read:` +
      `\n${lines.join('\n')}\nState the highest id ever given out, and new ids continue from there: --ids-after orders=N`,
  );
}
