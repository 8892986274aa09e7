import type { Entry, Ledger } from '../ledger.ts';
import type { LedgerClient } from '../ledger-client.ts';
import { judgeSightings } from './judge-sightings.ts';
import { readRecord } from './read-record.ts';
import { kindOf, recordOf, sightingsOf, type Sighting } from './sighting.ts';

/** Compares the records in responses to writes with the records in reads. */
export interface Register {
  /** Reads a recently written record and stores the content for the comparison. */
  readOne: (client: LedgerClient) => Promise<void>;
  readAll: (client: LedgerClient) => Promise<void>;
  /** The number of distinct records that were read, keyed by kind. */
  counts: () => Record<string, number>;
  /** Contradictions between responses and reads. */
  faults: () => string[];
}

const atOnce = 8;
const lately = 300;

export function createRegister(ledger: Ledger, below: (limit: number) => number): Register {
  const reads: Sighting[] = [];
  const goneFaults: string[] = [];

  const look = async (client: LedgerClient, record: string): Promise<void> => {
    const found = await readRecord(client, record);
    if (!found) return;
    if ('seen' in found) reads.push(found.seen);
    else if (!mayBeGone(ledger.entries, record))
      goneFaults.push(`${record}: not found, but no write deleted it`);
  };

  return {
    readOne: async (client) => {
      const entry = ledger.entries.at(-1 - below(Math.min(lately, ledger.entries.length)));
      const record = entry ? recordOf(entry, entry.answers[0]?.content ?? null) : null;
      if (record !== null) await look(client, record);
    },
    readAll: async (client) => {
      const left = [...writtenRecords(ledger.entries)];
      const work = async (): Promise<void> => {
        for (let record = left.pop(); record !== undefined; record = left.pop()) await look(client, record);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    },
    counts: () => {
      const records = Map.groupBy(new Set(reads.map(({ record }) => record)), kindOf);
      return Object.fromEntries([...records].map(([kind, some]) => [kind, some.length]));
    },
    faults: () => [
      ...judgeSightings([...ledger.entries.flatMap(sightingsOf), ...reads]),
      ...new Set(goneFaults),
    ],
  };
}

function writtenRecords(entries: readonly Entry[]): Set<string> {
  const done = entries.filter(({ state }) => state === 'ok');
  return new Set(done.flatMap((entry) => recordOf(entry, entry.answers[0]?.content ?? null) ?? []));
}

/** Whether a write may have deleted the record. Deleting an order deletes its items, and deleting a product deletes its stock. */
function mayBeGone(entries: readonly Entry[], record: string): boolean {
  const deletions = entries.filter(({ method, state }) => method === 'DELETE' && state !== 'refused');
  const deleted = deletions.map((entry) => recordOf(entry, null));
  if (deleted.includes(record)) return true;
  if (kindOf(record) === 'inventory') return deleted.includes(record.replace('inventory', 'products'));
  return kindOf(record) === 'order-items' && deleted.some((one) => one?.startsWith('orders/'));
}
