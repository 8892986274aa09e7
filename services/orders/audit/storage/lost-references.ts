import { certainlyRememberedMs } from '#shared/contracts/retention.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import type { Finding } from '#shared/engine/decide/audit-finding.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { lostReferences, type Reference } from '../people-findings.ts';

const kinds = ['addresses', 'users'] as const;

/** Since this time, all deletions are recorded. If a record that was created later is missing without a deletion, it was lost. */
export function remembersSince(): string {
  return new Date(storeNow().getTime() - certainlyRememberedMs).toISOString();
}

export async function findLostReferences(
  snapshot: Snapshot,
  references: readonly Reference[],
): Promise<Finding[]> {
  const there = new Set<string>();
  for (const kind of kinds) {
    const ids = [...new Set(references.filter((one) => one.kind === kind).map(({ id }) => id))];
    if (ids.length === 0) continue;
    const kept = await readSome<{ _id: number }>(snapshot, kind, { _id: { $in: ids } }, { _id: 1 });
    for (const { _id } of kept) there.add(`${kind}/${_id}`);
    const missing = ids.filter((id) => !there.has(`${kind}/${id}`));
    if (missing.length === 0) continue;
    const deleted = await readSome<{ id: number }>(
      snapshot,
      'deletions',
      { kind, id: { $in: missing } },
      { id: 1 },
    );
    for (const { id } of deleted) there.add(`${kind}/${id}`);
  }
  return lostReferences(references, (kind, id) => there.has(`${kind}/${id}`));
}
