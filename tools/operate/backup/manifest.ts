import { hash } from 'node:crypto';

/** Of the layout of backups; a larger one is of a later release. */
export const backupFormat = 1;
export const manifestFile = 'manifest.json';

/** What a backup holds, told by itself. It names no person. */
export interface Manifest {
  format: number;
  /** Of the code that made it. */
  release: string;
  namespace: string;
  /** The moment that everything in it is of: by the database's clock, and as a cluster time. */
  moment: { at: string; cluster_time: { t: number; i: number } };
  took_seconds: number;
  /** The public halves of the keys that it can be opened with; none: it is not encrypted. */
  recipients: string[];
  databases: Record<string, DumpedDatabase>;
}

/** A database by its service: `orders`. */
export interface DumpedDatabase {
  /** Documents of `meta`; null where the release kept none. */
  data_version: Readonly<Record<string, unknown>> | null;
  identity: Readonly<Record<string, unknown>> | null;
  /** The epoch of the last restore before; 0: there was none. */
  epoch: number;
  /** The last id of each sequence that was given out. */
  sequences: Record<string, number>;
  unfinished: UnfinishedWork;
  /** Ids of the people who were erased by then; releases before 0.6.0 did not say. */
  erased?: number[];
  collections: DumpedCollection[];
}

/** What was under way at the moment. */
export interface UnfinishedWork {
  bulk: UnfinishedBulk[];
  /** Commands that wait for an operator. */
  parked: number;
  /** Entries of the event log, whose events are published (perhaps again) after a restore. */
  outbox: number;
}

export interface UnfinishedBulk {
  id: string;
  type: string;
  owner: string;
  status: string;
  total: number;
  done: number;
}

export interface DumpedCollection {
  name: string;
  options: Readonly<Record<string, unknown>>;
  indexes: Readonly<Record<string, unknown>>[];
  count: number;
  /** Of its documents in BSON. */
  bytes: number;
  file: StoredFile;
}

/** A file as it lies on the disk. */
export interface StoredFile {
  /** From the backup's folder: `orders/carts.bson.zst`. */
  path: string;
  bytes: number;
  sha256: string;
}

/** The manifest as a file, with a checksum of itself. */
export function writeManifest(manifest: Manifest): string {
  const body = JSON.stringify(manifest);
  return `${JSON.stringify({ ...manifest, sha256: hash('sha256', body) }, null, 2)}\n`;
}

/** Null when it is damaged or no manifest of ours. */
export function readManifest(text: string): Manifest | null {
  try {
    const { sha256, ...manifest } = JSON.parse(text) as Manifest & { sha256: string };
    return hash('sha256', JSON.stringify(manifest)) === sha256 ? manifest : null;
  } catch {
    return null;
  }
}

export function filesOf(manifest: Manifest): StoredFile[] {
  return Object.values(manifest.databases).flatMap(({ collections }) => collections.map(({ file }) => file));
}

export interface Totals {
  documents: number;
  bytes: number;
  stored: number;
}

export function totalsOf(manifest: Manifest): Totals {
  const all = Object.values(manifest.databases).flatMap(({ collections }) => collections);
  const sum = (part: (collection: DumpedCollection) => number) =>
    all.reduce((total, collection) => total + part(collection), 0);
  return {
    documents: sum(({ count }) => count),
    bytes: sum(({ bytes }) => bytes),
    stored: sum(({ file }) => file.bytes),
  };
}
