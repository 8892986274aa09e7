import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The record of a process that this or another process started. If the starting process ends, the record is
 * used to stop the recorded process or to remove its leftovers.
 */
export interface ProcessRecord {
  name: string;
  pid: number;
  identity: string;
  /** The highest rank is stopped first. */
  rank: number;
  /** How long the process may take to end after SIGTERM. */
  graceMs: number;
  /** A command that removes leftovers of the process, such as a container. */
  cleanUp?: string[];
  /** The pid of the process that wrote this record and started the recorded process. */
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
 * Stops every running process recorded in `runFolder`, sorted by rank. With `owner`, stops only the processes of that owner. A
 * process that merely reuses a recorded pid is not stopped.
 */
export async function stopRecorded(runFolder: string, owner?: number): Promise<void> {
  if (!existsSync(runFolder)) return;
  const entries = readdirSync(runFolder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readRecord(join(runFolder, file)))
    .filter(({ entry }) => owner === undefined || entry.owner === owner);
  const byRank = Map.groupBy(entries, ({ entry }) => entry.rank);
  const stop = async ({ entry, file }: RecordFile) => {
    await stopLeftover(entry);
    // Another command may have stopped the process meanwhile, and may already run a new container with the same name.
    if (existsSync(file)) cleanUp(entry);
    rmSync(file, { force: true });
  };
  for (const [, equals] of [...byRank].sort(([a], [b]) => b - a)) await Promise.all(equals.map(stop));
}

interface RecordFile {
  entry: ProcessRecord;
  file: string;
}

function readRecord(file: string): RecordFile[] {
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
  // A process group keeps its number while it has members. So if no process has this pid, the group belongs
  // to the recorded process.
  if (processIdentity(entry.pid) === undefined) endGroup(entry);
}

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

/**
 * Returns a text that identifies the process with this pid among all past and future processes. Returns undefined if no such
 * process runs. A process that has ended and was not reaped yet is treated as not running.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? linuxIdentity(pid) : psIdentity(pid);
  } catch {
    return undefined;
  }
}

function linuxIdentity(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name of the process in parentheses. The name may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime = ''] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTime}`;
}

function psIdentity(pid: number): string | undefined {
  const answer = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = 'Z', ...started] = answer.trim().split(/\s+/);
  return state.startsWith('Z') ? undefined : started.join(' ');
}

/**
 * As a program, `process-records.ts <run folder> <owner pid>` is a watchdog: it waits until standard input closes because the
 * owner has ended. Then it stops the processes that the owner left running.
 */
if (import.meta.main) {
  const [runFolder = '', owner = ''] = process.argv.slice(2);
  process.stdin.resume().once('close', () => void stopRecorded(runFolder, Number(owner)));
}
