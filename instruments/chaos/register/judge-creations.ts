import type { Entry } from '../ledger.ts';
import type { Resolved } from '../oracle-data.ts';
import type { History } from './history.ts';
import { kindOf, type RecordKind } from './sighting.ts';

const creations: Partial<Record<RecordKind, readonly string[]>> = {
  orders: ['orders.create', 'orders.checkout'],
  products: ['products.create'],
  subscriptions: ['subscriptions.create'],
  users: ['users.create'],
  addresses: ['addresses.create'],
};

interface CreationFaults {
  lost: string[];
  duplicated: string[];
}

/** Checks that the number of records created in events equals the number of successful writes that create a record. */
export function judgeCreations(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  history: History,
  madeBefore: ReadonlySet<string>,
): CreationFaults {
  const faults: CreationFaults = { lost: [], duplicated: [] };
  const subjects = Map.groupBy(history.subjects(), kindOf);
  for (const [kind, types] of Object.entries(creations) as [RecordKind, string[]][]) {
    const found = (subjects.get(kind) ?? []).filter((subject) => !madeBefore.has(subject)).length;
    const made = entries.filter(
      (entry) => types.includes(entry.type) && resolved.get(entry)?.status === 'succeeded',
    ).length;
    const fault = `${kind}: ${found} records were created by ${made} successful writes`;
    if (found < made) faults.lost.push(fault);
    if (found > made) faults.duplicated.push(fault);
  }
  return faults;
}
