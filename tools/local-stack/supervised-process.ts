import { setTimeout as sleep } from 'node:timers/promises';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { logTail } from './logs.ts';
import type { Say } from './progress.ts';
import { spawnRecorded, type ProcessOptions, type RecordedProcess } from './recorded-process.ts';

export interface SupervisedProcess {
  readonly name: string;
  /** The pid of the running process. Undefined: the process does not run. */
  readonly pid: number | undefined;
  /** Starts the process unless it already runs, and waits until it is ready. */
  start(): Promise<void>;
  /** Sends a signal. The option `restart` determines whether the process is started again. */
  kill(signal: NodeJS.Signals): void;
  /** Stops the process until the next `start`. */
  stop(): Promise<void>;
}

export interface SupervisionOptions {
  runFolder: string;
  process: ProcessOptions;
  /** Rejects or resolves to false as long as the process is not ready. */
  isReady: () => Promise<boolean>;
  readyWithinMs: number;
  /** Whether to restart the process if it ends although `stop` was not called. */
  restart: boolean;
  /**
   * The pause before the first restart, in ms. The default is 500. The pause doubles with each further
   * restart.
   */
  restartPauseMs?: number;
  /** Sends a signal to a process that is not a child of this one. */
  sendSignal?: (signal: NodeJS.Signals) => void;
  say: Say;
  /** The last lines of this log are added to the message if the process does not start. */
  logFile: string;
}

const longestPauseMs = 30_000;
const steadyAfterMs = 60_000;

/** A started process, which may have ended in the meantime. */
interface Started {
  child: RecordedProcess;
  at: number;
  /** Rejects if the process ends or times out before it is ready. */
  ready: Promise<void>;
}

/** Keeps one process running: starts it, waits until it is ready, and restarts it with growing pauses if it ends unexpectedly. */
export function supervise(options: SupervisionOptions): SupervisedProcess {
  const { name } = options.process;
  const { sendSignal = (signal) => last?.child.kill(signal), restartPauseMs: firstPauseMs = 500 } = options;
  let last: Started | undefined;
  let wanted = false;
  let pauseMs = firstPauseMs;

  function launch(): Started {
    if (last?.child.isRunning() === true) return last;
    const child = spawnRecorded(options.runFolder, options.process);
    const started = { child, at: Date.now(), ready: untilReady(options, child) };
    last = started;
    void started.ready.then(
      async () => {
        const { code, signal } = await child.ended;
        if (Date.now() - started.at > steadyAfterMs) pauseMs = firstPauseMs;
        await bringBack(started, `${name} ended unexpectedly (${signal ?? `exit code ${code ?? '?'}`})`);
      },
      // Ignored here, because the caller of `start` receives the rejection.
      () => undefined,
    );
    return started;
  }

  async function bringBack(gone: Started, reason: string): Promise<void> {
    if (!mayBringBack(gone)) return;
    options.say(`${reason}: starting it again in ${pauseMs / 1000} s`);
    await sleep(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    if (!mayBringBack(gone)) return;
    // Stays the ended process if the launch fails, for example because the disk is full.
    let started = gone;
    try {
      started = launch();
      await started.ready;
      options.say(`${name} is running again`);
    } catch (error) {
      await started.child.stop();
      await bringBack(started, (error as Error).message);
    }
  }

  /**
   * Whether to restart a process that has ended. False if the process was stopped in the meantime, or if
   * another process replaced it.
   */
  function mayBringBack(gone: Started): boolean {
    return wanted && options.restart && last === gone;
  }

  return {
    name,
    get pid() {
      return last?.child.isRunning() === true ? last.child.pid : undefined;
    },
    async start() {
      wanted = true;
      await launch().ready;
    },
    kill(signal) {
      if (last !== undefined) sendSignal(signal);
    },
    async stop() {
      wanted = false;
      await last?.child.stop();
    },
  };
}

async function untilReady(options: SupervisionOptions, child: RecordedProcess): Promise<void> {
  const { name } = options.process;
  const failed = (what: string) => new PlainError(`${name} ${what}. ${logTail(options.logFile)}`);
  const deadline = Date.now() + options.readyWithinMs;
  while (Date.now() < deadline) {
    if (!child.isRunning()) throw failed('ended while starting');
    if (await options.isReady().catch(() => false)) return;
    await sleep(100);
  }
  throw failed(`was not ready within ${options.readyWithinMs / 1000} s`);
}
