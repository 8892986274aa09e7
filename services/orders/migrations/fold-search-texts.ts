import { foldTexts } from '#shared/commands/migrations/fold-texts.ts';
import { scanCollection } from '#shared/commands/migrations/scan-collection.ts';
import { scanCollections } from '#shared/commands/migrations/scan-collections.ts';
import { gramsOf } from '#shared/lists/n-grams.ts';
import { separator } from '#shared/lists/search-text.ts';
import { isWriteConflict } from '#shared/mongo/faults.ts';
import type { Migration } from '#shared/mongo/service-data.ts';
import { emailKey } from '../rules/user.ts';

interface StoredUser {
  _id: number;
  email: string;
  email_key: string;
}

/** Releases before 0.6.0 ignored only the case of searched texts, not other differences in spelling. */
export function foldSearchTexts(version: number): Migration {
  return {
    version,
    summary:
      'search finds names, streets and numbers in any spelling; e-mails are unique in every script of digits',
    runsBeside: true,
    ...scanCollections([
      ...['users', 'addresses', 'order_items', 'orders'].map((collection) =>
        foldTexts({ collection, field: 'search' }),
      ),
      foldTexts({
        collection: 'order_texts',
        field: 'text',
        beside: (text) => ({ grams: gramsOf(text, separator) }),
      }),
      foldEmailKeys,
    ]),
  };
}

/** If two e-mails turn out equal, one key stays as it is, and the audit reports it (`email-key-differs`). */
const foldEmailKeys = scanCollection<StoredUser>({
  collection: 'users',
  matching: { email_key: { $regex: '[^\\x00-\\x7f]' } },
  change: async (users, db) => {
    let changed = 0;
    for (const { _id, email, email_key: key } of users) {
      const wanted = emailKey(email);
      if (wanted === key) continue;
      try {
        const update = { $set: { email_key: wanted } };
        const filter = { _id, email_key: key };
        changed += (await db.collection<StoredUser>('users').updateOne(filter, update)).modifiedCount;
      } catch (error) {
        if (!isWriteConflict(error)) throw error;
      }
    }
    return changed;
  },
});
