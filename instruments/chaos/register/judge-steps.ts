import type { Entry } from '../ledger.ts';
import type { Resolved } from '../oracle-data.ts';
import type { Versions } from './judge-history.ts';
import { kindOf, recordOf } from './sighting.ts';

/** Kinds of records whose version changes only by writes to the record itself, by one per write. */
const kinds: readonly string[] = ['products', 'users', 'addresses', 'carts'];

/** Checks that no record has more versions than there were writes that could change the record. */
export function judgeSteps(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  versions: Versions,
  madeBefore: ReadonlySet<string>,
): string[] {
  const writes = new Map<string, number>();
  for (const entry of entries) {
    if (entry.state === 'refused' || resolved.get(entry)?.status === 'failed') continue;
    const record = recordOf(entry, resolved.get(entry)?.outcome?.content ?? null);
    if (record === null) continue;
    // A checkout also empties the customer's cart.
    const moved = entry.type === 'orders.checkout' ? [record, cartOf(entry)] : [record];
    for (const one of moved) writes.set(one, (writes.get(one) ?? 0) + 1);
  }
  return [...versions].flatMap(([record, version]) => {
    if (!kinds.includes(kindOf(record))) return [];
    const most = (writes.get(record) ?? 0) + (madeBefore.has(record) ? 1 : 0);
    return version > most
      ? [`${record}: has version ${version}, but only ${most} writes can have changed it`]
      : [];
  });
}

function cartOf({ owner }: Entry): string {
  return `carts/${owner.split(':')[1] ?? ''}`;
}
