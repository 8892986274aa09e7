import mongoose from 'mongoose';

import { versionedCollections } from './jumps.ts';
import type { Jumps } from './jumps.ts';

const { BSON } = mongoose.mongo;

/** As stored, type by type: 1.0 stays a double and 1 an int. */
export type StoredDocument = Record<string, unknown>;

const asStored = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true };

/** A document of a backup, as it is restored: a record's version further on. Sequences follow when all is there. */
export function jumpedDocument(
  bytes: Uint8Array,
  { service, collection }: { service: string; collection: string },
  jumps: Pick<Jumps, 'versions'>,
): StoredDocument {
  const document = BSON.deserialize(bytes, asStored);
  const version = numberOf(document['version']);
  const isOfRecord = versionedCollections[service]?.includes(collection) ?? false;
  if (version !== null && isOfRecord) document['version'] = version + jumps.versions;
  return document;
}

/** Null for what is no number: a damaged record stays as it is. */
function numberOf(value: unknown): number | null {
  const isNumber = ['Int32', 'Double', 'Long'].includes(
    (value as { _bsontype?: string } | null)?._bsontype ?? '',
  );
  const number = isNumber ? Number(String(value)) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}
