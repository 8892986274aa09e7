import type { BackupKey } from './backup-key.ts';
import { documentsIn } from './bson-documents.ts';
import type { FoundBackup } from './found-backups.ts';
import { readStored } from './stored-file.ts';

/** Decrypts and decompresses every file and counts its documents. Returns the faults that were found. */
export async function openEveryFile(
  { path, manifest }: FoundBackup,
  key: BackupKey | null,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [service, { collections }] of Object.entries(manifest?.databases ?? {})) {
    for (const { name, count, file } of collections) {
      const found = await countDocuments(path, file.path, key).catch((error: unknown) => String(error));
      if (found !== count) faults.push(`${service}.${name}: ${found} instead of ${count} documents`);
    }
  }
  return faults;
}

async function countDocuments(folder: string, path: string, key: BackupKey | null): Promise<number> {
  let count = 0;
  for await (const _document of documentsIn(readStored(folder, path, key))) count += 1;
  return count;
}
