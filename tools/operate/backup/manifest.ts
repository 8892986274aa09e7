import { hash } from 'node:crypto';

/** The version of the backup layout; later releases may use a larger one. */
export const backupFormat = 1;
export const manifestFile = 'manifest.json';

/** Describes the content of a backup. Contains no personal data. */
export interface Manifest {
  format: number;
  release: string;
  namespace: string;
  /** The time of the backup's snapshot, by the database's clock and as a cluster time. */
  moment: { at: string; cluster_time: { t: number; i: number } };
  took_seconds: number;
  /** The public keys for which the backup is encrypted. Empty if the backup is not encrypted. */
  recipients: string[];
  databases: Record<string, DumpedDatabase>;
}

/**
 * The content of one database. In `databases` of the manifest, the content is stored under the name of the service, such as
 * `orders`.
 */
export interface DumpedDatabase {
  /** Documents of the collection `meta`. Each is null if the release that made the backup did not write it. */
  data_version: Readonly<Record<string, unknown>> | null;
  identity: Readonly<Record<string, unknown>> | null;
  /** The number (`epoch`) of the last restore before the backup, or 0 if there was none. */
  epoch: number;
  /** The last id that each sequence assigned. */
  sequences: Record<string, number>;
  unfinished: UnfinishedWork;
  /** Ids of people who were erased before the backup. Absent in backups of releases before 0.6.0. */
  erased?: number[];
  collections: DumpedCollection[];
}

export interface UnfinishedWork {
  bulk: UnfinishedBulk[];
  /** The number of commands that wait for an operator. */
  parked: number;
  /** The number of log entries whose events are published after a restore, possibly a second time. */
  outbox: number;
}

export type UnfinishedBulk = Record<'id' | 'type' | 'owner' | 'status', string> &
  Record<'total' | 'done', number>;

export interface DumpedCollection {
  name: string;
  options: Readonly<Record<string, unknown>>;
  indexes: Readonly<Record<string, unknown>>[];
  count: number;
  /** The size of the collection's documents as BSON, in bytes. */
  bytes: number;
  file: StoredFile;
}

export interface StoredFile {
  /** The path within the backup's folder, such as `orders/carts.bson.zst`. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Serialises the manifest with a checksum of itself. */
export function writeManifest(manifest: Manifest): string {
  const body = JSON.stringify(manifest);
  return `${JSON.stringify({ ...manifest, sha256: hash('sha256', body) }, null, 2)}\n`;
}

/** Parses a manifest. Returns null if the text is damaged or not a backup's manifest. */
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

export function totalsOf(manifest: Manifest): Record<'documents' | 'bytes' | 'stored', number> {
  const all = Object.values(manifest.databases).flatMap(({ collections }) => collections);
  const sum = (part: (collection: DumpedCollection) => number) =>
    all.reduce((total, collection) => total + part(collection), 0);
  return {
    documents: sum(({ count }) => count),
    bytes: sum(({ bytes }) => bytes),
    stored: sum(({ file }) => file.bytes),
  };
}
