import type { mongo } from 'mongoose';
import type { Migration } from '../../mongo/service-data.ts';
import { makerField } from '../made-before.ts';
import { scanCollection } from './scan-collection.ts';

/** A command that is still in the inbox, and the record that it created. */
export interface Making {
  command: string;
  id: number;
}

/** Stores the creating command in records that lack it; returns how many it changed. Idempotent. */
export type NameMakers = (db: mongo.Db, makings: readonly Making[]) => Promise<number>;

interface KeptAnswer {
  _id: string;
  type: string;
  outcome: { location: string | null };
}

/**
 * Records of releases before 0.3.0 do not name the command that created them. If such a command were redriven after the
 * inbox forgot it, it would create another. The inbox still has those of the last seven days. `makers`: by command type.
 */
export function nameMakers(version: number, makers: Readonly<Record<string, NameMakers>>): Migration {
  return {
    version,
    summary: 'records of releases before 0.3.0 name the command that made them, where it is still kept',
    runsBeside: true,
    ...scanCollection<KeptAnswer>({
      collection: 'inbox',
      matching: { state: 'done', type: { $in: Object.keys(makers) }, 'outcome.status': 201 },
      change: async (answers, db) => {
        let changed = 0;
        for (const [type, name] of Object.entries(makers)) {
          const makings = answers.filter((answer) => answer.type === type).flatMap(makingOf);
          if (makings.length > 0) changed += await name(db, makings);
        }
        return changed;
      },
    }),
  };
}

/** `/api/client/orders/12` → 12 */
function makingOf({ _id: command, outcome }: KeptAnswer): Making[] {
  const id = /\/(\d+)$/.exec(outcome.location ?? '')?.[1];
  return id === undefined ? [] : [{ command, id: Number(id) }];
}

/** For records that are documents of their own. */
export function namedIn(collection: string): NameMakers {
  return (db, makings) => nameRecords(db.collection(collection), makings);
}

const duplicateKey = 11000;

/** If a command also created a record under a later release, that record keeps its id (unique index). */
export async function nameRecords(collection: mongo.Collection, makings: readonly Making[]): Promise<number> {
  const unnamed = makings.map(({ command, id }) => ({
    updateOne: {
      filter: { _id: id as never, [makerField]: { $exists: false } },
      update: { $set: { [makerField]: command } },
    },
  }));
  try {
    return (await collection.bulkWrite(unnamed, { ordered: false })).modifiedCount;
  } catch (error) {
    const { code, result } = error as Partial<mongo.MongoBulkWriteError>;
    if (code !== duplicateKey) throw error;
    return result?.modifiedCount ?? 0;
  }
}
