import { foldText } from '../../contracts/schema-kit/fold-text.ts';
import type { Position } from '../../mongo/service-data.ts';
import { scanCollection } from './scan-collection.ts';

interface Texts {
  collection: string;
  /** The field that holds the text: `search`. */
  field: string;
  /** Other fields derived from the folded text. */
  beside?: (text: string) => Record<string, unknown>;
}

/** Folds a collection's texts as workers of this release write them. Only non-ASCII texts are read: plain lower-case ones do not change. */
export function foldTexts({ collection, field, beside = () => ({}) }: Texts) {
  return scanCollection<{ _id: Position } & Record<string, unknown>>({
    collection,
    matching: { [field]: { $regex: '[^\\x00-\\x7f]' } },
    change: async (documents, db) => {
      const folded = documents.flatMap(({ _id, [field]: text }) => {
        const wanted = foldText(String(text));
        if (wanted === text) return [];
        // Filters by the text as read: if it changed since, its worker has folded it already.
        const filter = { _id: _id as never, [field]: text };
        return [{ updateOne: { filter, update: { $set: { [field]: wanted, ...beside(wanted) } } } }];
      });
      if (folded.length === 0) return 0;
      return (await db.collection(collection).bulkWrite(folded, { ordered: false })).modifiedCount;
    },
  });
}
