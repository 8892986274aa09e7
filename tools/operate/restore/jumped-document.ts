import mongoose from 'mongoose';
import { rowId } from '#shared/engine/decide/ledger-row.ts';
import { versionedCollections, type Jumps } from './jumps.ts';

const { BSON } = mongoose.mongo;

/** A document with the types in which MongoDB stores its values: 1.0 stays a double and 1 stays an int. */
export type StoredDocument = Record<string, unknown>;

const asStored = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true };

/** Raises the versions in a document of a backup, so that ETags from before the restore do not match it. */
export function jumpedDocument(
  bytes: Uint8Array,
  { service, collection }: { service: string; collection: string },
  jumps: Pick<Jumps, 'versions'>,
): StoredDocument {
  const document = BSON.deserialize(bytes, asStored);
  if (collection === 'ledger') return jumpedRow(document, jumps.versions);
  if (collection === 'bulk_chunks') return jumpedChunk(document, jumps.versions);
  if (collection === 'bulk_previews')
    return { ...document, rows: jumpedRows(document['rows'], jumps.versions) };
  const version = numberOf(document['version']);
  const isOfRecord = versionedCollections[service]?.includes(collection) ?? false;
  if (version !== null && isOfRecord) document['version'] = version + jumps.versions;
  return document;
}

/**
 * Adds `by` to the versions in a chunk of bulk work. These are the versions of the changed records, at which
 * an apply or an undo expects them.
 */
function jumpedChunk(chunk: StoredDocument, by: number): StoredDocument {
  const jumped = ['versions', 'expected'].flatMap((name) => {
    const versions = chunk[name];
    if (!Array.isArray(versions)) return [];
    const later = versions.map((version: unknown) => {
      const at = numberOf(version);
      return at === null ? version : at + by;
    });
    return [[name, later] as const];
  });
  return { ...chunk, ...Object.fromEntries(jumped) };
}

function jumpedRows(rows: unknown, by: number): unknown {
  return Array.isArray(rows) ? (rows as StoredDocument[]).map((row) => jumpedRow(row, by)) : rows;
}

/**
 * Adds `by` to each version in a ledger row. Versions are in its id, in `as`, in `last`, in `with` (ids of
 * other rows) and in `stock` (an order's stock changes).
 */
function jumpedRow(row: StoredDocument, by: number): StoredDocument {
  const as = numberOf(row['as']);
  const others = Array.isArray(row['with']) ? row['with'].map((id) => jumpedId(id, by)) : null;
  const moves = Array.isArray(row['stock']) ? (row['stock'] as StoredDocument[]) : [];
  for (const versioned of [...moves, row['last'] as StoredDocument | undefined]) {
    const at = numberOf(versioned?.['version']);
    if (versioned && at !== null) versioned['version'] = at + by;
  }
  return {
    ...row,
    _id: jumpedId(row['_id'], by),
    ...(as !== null && { as: as + by }),
    ...(others && { with: others }),
  };
}

/** Adds `by` to the version in a ledger row's id, such as `orders/12:0000000003`. The id of a note has more parts. */
function jumpedId(id: unknown, by: number): string {
  const [subject = '', version, ...rest] = String(id).split(':');
  return [rowId(subject, Number(version) + by), ...rest].join(':');
}

/** Null if the value is not a number. Such a record is damaged and stays unchanged. */
function numberOf(value: unknown): number | null {
  const isNumber = ['Int32', 'Double', 'Long'].includes(
    (value as { _bsontype?: string } | null)?._bsontype ?? '',
  );
  const number = isNumber ? Number(String(value)) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}
