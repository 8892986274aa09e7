import { readCsv } from '../../support/read-csv.ts';
import { sharedStore } from '../../support/store-access.ts';

/** Downloads a file from the shared store as an admin, without the checks of JSON responses. */
export async function download(path: string, headers: Record<string, string> = {}) {
  const store = sharedStore();
  const authorization = `Bearer ${await store.adminToken()}`;
  const response = await fetch(new URL(path, store.url), { headers: { authorization, ...headers } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The cells of an exported CSV file, which begins with a byte order mark. */
export function csvCells(file: Buffer): string[][] {
  return readCsv(file.subarray(3).toString());
}
