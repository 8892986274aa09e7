import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { cleanUp, endGroup, processIdentity, writeRecord, type ProcessRecord } from './process-records.ts';

export interface ProcessOptions extends Pick<ProcessRecord, 'name' | 'rank' | 'graceMs' | 'cleanUp'> {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Receives the process's output: a file to append to, or a function. */
  output: string | ((text: string) => void);
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
 * Starts a process that does not outlive this one. The process is recorded in `runFolder`. When this process
 * has ended, a watchdog stops all processes that are still recorded there. The new process gets its own
 * process group. Ctrl-C then reaches only this process, which stops all others in sequence.
 */
export function spawnRecorded(runFolder: string, options: ProcessOptions): RecordedProcess {
  const { command, args, env, cwd, output, ...recorded } = options;
  startWatchdog(runFolder);
  const log = typeof output === 'string' ? openSync(output, 'a', 0o600) : 'pipe';
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', log, log] });
  if (log !== 'pipe') closeSync(log);
  if (typeof output === 'function')
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const pid = child.pid ?? 0;
  const record = { ...recorded, pid, identity: processIdentity(pid) ?? '', owner: process.pid };
  const file = pid > 0 ? recordOrEnd(runFolder, record) : undefined;
  let running = pid > 0;
  const forgotten = ended.then(() => {
    running = false;
    endGroup(record);
    cleanUp(record);
    if (file !== undefined) rmSync(file, { force: true });
  });
  return {
    name: options.name,
    pid,
    ended,
    isRunning: () => running,
    kill(signal) {
      if (running) child.kill(signal);
    },
    async stop() {
      if (running) child.kill('SIGTERM');
      const gone = await Promise.race([ended, sleep(options.graceMs, 'late' as const, { ref: false })]);
      if (gone === 'late') child.kill('SIGKILL');
      await forgotten;
    },
  };
}

/** Ends the process if its record cannot be written, as on a full disk, because nothing else would then stop the process. */
function recordOrEnd(runFolder: string, record: ProcessRecord): string {
  try {
    return writeRecord(runFolder, record);
  } catch (error) {
    endGroup(record);
    cleanUp(record);
    throw error;
  }
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
  const command = [join(import.meta.dirname, 'process-records.ts'), runFolder, String(process.pid)];
  const watchdog = spawn(process.execPath, command, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // The watchdog must not keep this process alive, because it waits for this process to end.
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
}
