import { foldText } from '../../contracts/schema-kit/fold-text.ts';
import type { Position } from '../../mongo/service-data.ts';
import { scanCollection } from './scan-collection.ts';

interface Texts {
  collection: string;
  /** Which holds the text: `search`. */
  field: string;
  /** What follows from the folded text. */
  beside?: (text: string) => Record<string, unknown>;
}

/** The texts of a collection, folded as workers of this release write them. All others are in lower case, which plain ones stay. */
export function foldTexts({ collection, field, beside = () => ({}) }: Texts) {
  return scanCollection<{ _id: Position } & Record<string, unknown>>({
    collection,
    matching: { [field]: { $regex: '[^\\x00-\\x7f]' } },
    change: async (documents, db) => {
      const folded = documents.flatMap(({ _id, [field]: text }) => {
        const wanted = foldText(String(text));
        if (wanted === text) return [];
        // As it was read: one that has changed since is written by its worker.
        const filter = { _id: _id as never, [field]: text };
        return [{ updateOne: { filter, update: { $set: { [field]: wanted, ...beside(wanted) } } } }];
      });
      if (folded.length === 0) return 0;
      return (await db.collection(collection).bulkWrite(folded, { ordered: false })).modifiedCount;
    },
  });
}
