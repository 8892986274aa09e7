import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { processIdentity } from './process-identity.ts';
import { cleanUp, endGroup, writeRecord, type ProcessRecord } from './process-records.ts';

export interface ProcessOptions {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Receives the process's output: a file to append to, or a function. */
  output: string | ((text: string) => void);
  /** The highest rank is stopped first. */
  rank: number;
  /** How long the process may take to end after SIGTERM. */
  graceMs: number;
  /** A command that removes leftovers of the process, such as a container. */
  cleanUp?: string[];
}

export interface RecordedProcess {
  name: string;
  pid: number;
  /** Resolves with the exit code or signal when the process has ended. Never rejects. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM. If the process still runs after the grace period, sends SIGKILL. */
  stop(): Promise<void>;
}

type ProcessEnd = Awaited<RecordedProcess['ended']>;

/** Run folders for which this process has started a watchdog. */
const watched = new Set<string>();

/**
 * Starts a process that does not outlive this one. The process is recorded in `runFolder`. When this process is gone, a watchdog stops
 * all processes that are still recorded there. The new process gets its own process group, so that Ctrl-C reaches only this process,
 * which then stops all others in sequence.
 */
export function spawnRecorded(runFolder: string, options: ProcessOptions): RecordedProcess {
  const { name, rank, graceMs, cleanUp: cleanUpCommand } = options;
  startWatchdog(runFolder);
  const child = spawnDetached(options);
  const ended = endOf(child);
  const pid = child.pid ?? 0;
  const record: ProcessRecord = {
    name,
    pid,
    identity: processIdentity(pid) ?? '',
    rank,
    graceMs,
    owner: process.pid,
    ...(cleanUpCommand && { cleanUp: cleanUpCommand }),
  };
  const file = pid > 0 ? writeRecord(runFolder, record) : undefined;
  let running = pid > 0;
  const forgotten = ended.then(() => {
    running = false;
    endGroup(record);
    cleanUp(record);
    if (file !== undefined) rmSync(file, { force: true });
  });
  return {
    name,
    pid,
    ended,
    isRunning: () => running,
    kill(signal) {
      if (running) child.kill(signal);
    },
    async stop() {
      if (running) child.kill('SIGTERM');
      const gone = await Promise.race([ended, sleep(graceMs, 'late' as const, { ref: false })]);
      if (gone === 'late') child.kill('SIGKILL');
      await forgotten;
    },
  };
}

function spawnDetached({ command, args, env, cwd, output }: ProcessOptions): ChildProcess {
  const log = typeof output === 'string' ? openSync(output, 'a', 0o600) : undefined;
  const child = spawn(command, args, {
    env,
    cwd,
    detached: true,
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
  });
  if (log !== undefined) closeSync(log);
  if (typeof output === 'function') {
    child.stdout?.setEncoding('utf8').on('data', output);
    child.stderr?.setEncoding('utf8').on('data', output);
  }
  return child;
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** Records a command that removes leftovers other than a child process, such as a container that another program started. */
export function recordCleanUp(runFolder: string, name: string, cleanUpCommand: string[]): void {
  startWatchdog(runFolder);
  const none = { pid: 0, identity: '', rank: 0, graceMs: 0 };
  writeRecord(runFolder, { name, ...none, cleanUp: cleanUpCommand, owner: process.pid });
}

function startWatchdog(runFolder: string): void {
  if (watched.has(runFolder)) return;
  watched.add(runFolder);
  const script = join(import.meta.dirname, 'watchdog.ts');
  const watchdog = spawn(process.execPath, [script, runFolder, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // The watchdog must not keep this process alive, because it waits for this process to end.
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
}
