import type { Deletion } from '../decide/versioned-record.ts';
import type { VersionedRecord } from '../decide/handler.ts';
import { commandOfMaker, knownForMs, laterMaker, type Made, type MadeNeeds } from '../decide/make-once.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { makerField } from './engine-models.ts';

const mostSuspects = 1000;

export interface MadeBefore {
  /**
   * Returns the values of `makerField` for commands that may have created their record although the inbox does not contain them.
   */
  among: (needs: readonly MadeNeeds[]) => string[];
  /** Runs a transaction. If it fails because a command's record already exists, `among` includes that command from then on. */
  watch: <R>(transaction: () => Promise<R>) => Promise<R>;
}

/**
 * A command older than the inbox's retention may have created its record already, so `among` includes it. For a newer command the
 * unique index suffices. If the command violates that index, `among` includes it on the retry.
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

export interface MadeRecord extends VersionedRecord {
  created_at: string;
  created_by_command?: string;
}

/** The result is keyed by command id. */
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
