import type { Schema } from 'mongoose';
import type { Deletion } from '../decide/deletion.ts';
import type { VersionedRecord } from '../decide/handler.ts';
import { commandOfMaker, knownForMs, laterMaker } from '../decide/make-once.ts';
import type { Made, MadeNeeds } from '../decide/make-once.ts';
import { storeNow } from '../mongo/store-clock.ts';

/** The field that names the command which made a record. */
export const makerField = 'created_by_command';

const mostSuspects = 1000;

/** A command makes one record of a kind: by this index, whatever the inbox has forgotten. Older records have none. */
export function indexMaker<R>(schema: Schema<R>): void {
  schema.path(makerField, String);
  schema.index({ [makerField]: 1 }, { unique: true, sparse: true });
}

export interface MadeBefore {
  /** Makers of commands that may have made their record already, with nothing in the inbox to tell it. */
  among: (needs: readonly MadeNeeds[]) => string[];
  /** Runs a transaction; the command whose record was there already is looked for when it runs again. */
  watch: <R>(transaction: () => Promise<R>) => Promise<R>;
}

/**
 * Which records are looked for by the command that made them: those of commands older than the inbox's memory. All
 * others cost nothing but the index; one that meets a record of its own there is looked for at the next try.
 */
export function createMadeBefore(): MadeBefore {
  const suspects = new Set<string>();
  return {
    among: (needs) => {
      const lookedForBefore = storeNow().getTime() - knownForMs;
      return needs
        .flatMap(({ madeBy = [] }) => madeBy)
        .filter(({ id, at }) => Date.parse(at) < lookedForBefore || suspects.has(id))
        .flatMap((command) => [command.id, laterMaker(command)]);
    },
    watch: async (transaction) => {
      try {
        return await transaction();
      } catch (error) {
        const maker = makerInTheWay(error);
        if (suspects.size >= mostSuspects) suspects.clear();
        if (maker !== null) suspects.add(commandOfMaker(maker));
        throw error;
      }
    },
  };
}

interface DuplicateKey {
  keyValue?: Readonly<Record<string, unknown>>;
}

function makerInTheWay(error: unknown): string | null {
  const maker = (error as DuplicateKey | null)?.keyValue?.[makerField];
  return typeof maker === 'string' ? maker : null;
}

interface MadeRecord extends VersionedRecord {
  created_at: string;
  created_by_command?: string;
}

/** What these commands made: records that are there, and deletions of those that are not. */
export function madeBy(records: Iterable<MadeRecord>, deletions: Iterable<Deletion>): Map<string, Made> {
  const made = new Map<string, Made>();
  for (const deletion of deletions) {
    const { created_by_command: id, created_at = deletion.at, version } = deletion;
    if (id !== undefined) made.set(id, { _id: id, version, created_at, record: null, deletion });
  }
  for (const record of records) {
    const { created_by_command: id, created_at, version } = record;
    if (id !== undefined) made.set(id, { _id: id, version, created_at, record, deletion: null });
  }
  return made;
}
