import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { processIdentity } from './process-identity.ts';

/** A process's record. If the process that started it is gone, the record is used to stop it or to remove its leftovers. */
export interface ProcessRecord {
  name: string;
  pid: number;
  identity: string;
  rank: number;
  graceMs: number;
  cleanUp?: string[];
  /** The pid of the process that started it. */
  owner: number;
}

/** Writes a record and returns its file. The caller must remove the file when the process has ended. */
export function writeRecord(runFolder: string, record: ProcessRecord): string {
  mkdirSync(runFolder, { recursive: true, mode: 0o700 });
  const file = join(runFolder, `${basename(record.name)}${record.pid > 0 ? `-${record.pid}` : ''}.json`);
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
  return file;
}

/**
 * Stops every running process recorded in `runFolder`, sorted by rank. With `owner`, stops only the processes of that owner. A process
 * that merely reuses a recorded pid is not stopped.
 */
export async function stopRecorded(runFolder: string, owner?: number): Promise<void> {
  if (!existsSync(runFolder)) return;
  const entries = readdirSync(runFolder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readRecord(join(runFolder, file)))
    .filter(({ entry }) => owner === undefined || entry.owner === owner);
  const ranks = [...new Set(entries.map(({ entry }) => entry.rank))].sort((a, b) => b - a);
  for (const rank of ranks) {
    await Promise.all(
      entries
        .filter(({ entry }) => entry.rank === rank)
        .map(async ({ entry, file }) => {
          await stopLeftover(entry);
          rmSync(file, { force: true });
        }),
    );
  }
}

function readRecord(file: string): { entry: ProcessRecord; file: string }[] {
  try {
    return [{ entry: JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord, file }];
  } catch {
    rmSync(file, { force: true });
    return [];
  }
}

async function stopLeftover(entry: ProcessRecord): Promise<void> {
  const isIt = () => processIdentity(entry.pid) === entry.identity;
  if (isIt()) {
    signal(entry.pid, 'SIGTERM');
    for (let waited = 0; waited < entry.graceMs && isIt(); waited += 100) await sleep(100);
    if (isIt()) signal(entry.pid, 'SIGKILL');
    for (let waited = 0; waited < 5_000 && isIt(); waited += 50) await sleep(50);
  }
  // A process group keeps its number while it has members. If no process has this pid, the group therefore belongs to the recorded
  // process.
  if (processIdentity(entry.pid) === undefined) endGroup(entry);
  cleanUp(entry);
}

/** Kills the remaining processes of the process's group. */
export function endGroup(entry: ProcessRecord): void {
  if (entry.pid > 0) signal(-entry.pid, 'SIGKILL');
}

export function cleanUp(entry: ProcessRecord): void {
  const [command, ...args] = entry.cleanUp ?? [];
  if (command !== undefined) spawnSync(command, args, { stdio: 'ignore' });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
