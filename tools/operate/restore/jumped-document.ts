import mongoose from 'mongoose';

import { countersCollection, isSequence } from '../backup/what-is-kept.ts';
import { versionedCollections } from './jumps.ts';
import type { Jumps } from './jumps.ts';

const { BSON } = mongoose.mongo;

/** As stored, type by type: 1.0 stays a double and 1 an int. */
export type StoredDocument = Record<string, unknown>;

const asStored = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true };

/** A document of a backup, as it is restored: its version, or as a sequence its last id, further on. */
export function jumpedDocument(
  bytes: Uint8Array,
  { service, collection }: { service: string; collection: string },
  jumps: Jumps,
): StoredDocument {
  const document = BSON.deserialize(bytes, asStored);
  const version = numberOf(document['version']);
  if (version === null) return document;
  if (versionedCollections[service]?.includes(collection)) {
    document['version'] = version + jumps.versions;
  } else if (collection === countersCollection && isSequence(String(document['_id']))) {
    document['version'] = jumps.sequences[service]?.[String(document['_id'])] ?? version;
  }
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
