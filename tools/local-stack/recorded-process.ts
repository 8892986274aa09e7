import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { processIdentity } from './process-identity.ts';

export interface ProcessOrder {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Where its output goes: a file that is appended to, or a function. */
  output: string | ((text: string) => void);
  /** The highest goes first when everything is stopped. */
  rank: number;
  /** How long it may take to end by itself once asked to. */
  graceMs: number;
  /** A command that removes what may outlive the process, such as a container. */
  cleanUp?: string[];
}

export interface RecordedProcess {
  name: string;
  pid: number;
  /** How it ended. Never rejects. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Asks it to end, and makes it after its time of grace. */
  stop(): Promise<void>;
}

interface Entry {
  name: string;
  pid: number;
  identity: string;
  rank: number;
  graceMs: number;
  cleanUp?: string[];
  /** The process that started it, by pid. */
  owner: number;
}

const watched = new Set<string>();

/**
 * Starts a process that won't outlive this one: it is written down in `runFolder`, and a watchdog beside this process ends
 * whatever is still written there when this process is gone, however it went. The process gets a group of its own, so that
 * Ctrl-C reaches only this one, which then stops everything in order.
 */
export function spawnRecorded(runFolder: string, order: ProcessOrder): RecordedProcess {
  mkdirSync(runFolder, { recursive: true, mode: 0o700 });
  startWatchdog(runFolder);
  const { output } = order;
  const log = typeof output === 'string' ? openSync(output, 'a', 0o600) : undefined;
  const child = spawn(order.command, order.args, {
    env: order.env,
    cwd: order.cwd,
    detached: true,
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
  });
  if (log !== undefined) closeSync(log);
  if (typeof output === 'function') {
    child.stdout?.setEncoding('utf8').on('data', output);
    child.stderr?.setEncoding('utf8').on('data', output);
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const pid = child.pid ?? 0;
  const entry: Entry = {
    name: order.name,
    pid,
    identity: processIdentity(pid) ?? '',
    rank: order.rank,
    graceMs: order.graceMs,
    ...(order.cleanUp && { cleanUp: order.cleanUp }),
    owner: process.pid,
  };
  const file = join(runFolder, `${basename(order.name)}-${pid}.json`);
  if (child.pid !== undefined) writeFileSync(file, JSON.stringify(entry), { mode: 0o600 });
  let running = child.pid !== undefined;
  const forgotten = ended.then(() => {
    running = false;
    endGroup(entry);
    cleanUp(entry);
    rmSync(file, { force: true });
  });
  return {
    name: order.name,
    pid,
    ended,
    isRunning: () => running,
    kill(signal) {
      if (running) child.kill(signal);
    },
    async stop() {
      if (running) child.kill('SIGTERM');
      const gone = await Promise.race([ended, sleep(order.graceMs, 'late' as const, { ref: false })]);
      if (gone === 'late') child.kill('SIGKILL');
      await forgotten;
    },
  };
}

/** Writes down what removes something that isn't a process of this one, such as a container that another program started. */
export function recordCleanUp(runFolder: string, name: string, cleanUp: string[]): void {
  mkdirSync(runFolder, { recursive: true, mode: 0o700 });
  startWatchdog(runFolder);
  const entry: Entry = { name, pid: 0, identity: '', rank: 0, graceMs: 0, cleanUp, owner: process.pid };
  writeFileSync(join(runFolder, `${name}.json`), JSON.stringify(entry), { mode: 0o600 });
}

/**
 * Ends every process written down in `runFolder` that still runs, in the order of their ranks; of one owner only, when
 * given. A pid that has since gone to another process is left alone.
 */
export async function stopRecorded(runFolder: string, owner?: number): Promise<void> {
  if (!existsSync(runFolder)) return;
  const entries = readdirSync(runFolder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readEntry(join(runFolder, file)))
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

function readEntry(file: string): { entry: Entry; file: string }[] {
  try {
    return [{ entry: JSON.parse(readFileSync(file, 'utf8')) as Entry, file }];
  } catch {
    rmSync(file, { force: true });
    return [];
  }
}

async function stopLeftover(entry: Entry): Promise<void> {
  const isIt = () => processIdentity(entry.pid) === entry.identity;
  if (isIt()) {
    signal(entry.pid, 'SIGTERM');
    for (let waited = 0; waited < entry.graceMs && isIt(); waited += 100) await sleep(100);
    if (isIt()) signal(entry.pid, 'SIGKILL');
    for (let waited = 0; waited < 5_000 && isIt(); waited += 50) await sleep(50);
  }
  // While anything is left in the group its number can't become another process's: no process under it means no other group.
  if (processIdentity(entry.pid) === undefined) endGroup(entry);
  cleanUp(entry);
}

/** Ends what the process started of its own. */
function endGroup(entry: Entry): void {
  if (entry.pid > 0) signal(-entry.pid, 'SIGKILL');
}

function cleanUp(entry: Entry): void {
  const [command, ...args] = entry.cleanUp ?? [];
  if (command !== undefined) spawnSync(command, args, { stdio: 'ignore' });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

function startWatchdog(runFolder: string): void {
  if (watched.has(runFolder)) return;
  watched.add(runFolder);
  const script = join(import.meta.dirname, 'watchdog.ts');
  const watchdog = spawn(process.execPath, [script, runFolder, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // It must not keep this process alive: it ends when this one does.
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
}
