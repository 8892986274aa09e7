import { setTimeout as sleep } from 'node:timers/promises';

import type { Say } from './progress.ts';
import { spawnRecorded } from './recorded-process.ts';
import type { ProcessOptions, RecordedProcess } from './recorded-process.ts';
import { SetUpError } from './set-up-error.ts';

export interface SupervisedProcess {
  readonly name: string;
  /** Of the running process; undefined while there is none. */
  readonly pid: number | undefined;
  /** Starts it unless it runs, and waits until it is ready. */
  start(): Promise<void>;
  /** Sends a signal. Whether it is started again afterwards is for `restart` to say. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it for good, until the next `start`. */
  stop(): Promise<void>;
}

export interface SupervisionOptions {
  runFolder: string;
  process: ProcessOptions;
  /** Rejects or gives false while the process is not ready to serve. */
  isReady: () => Promise<boolean>;
  /** How long it may take to become ready. */
  readyWithinMs: number;
  /** Start it again when it ends without having been told to. */
  restart: boolean;
  /** How a signal reaches the process, when it isn't a child of this one. */
  sendSignal?: (signal: NodeJS.Signals) => void;
  say: Say;
  /** What to add to the message when it doesn't start, such as the end of its log. */
  explain: () => string;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;
const steadyAfterMs = 60_000;

/** Keeps one process running: starts it, waits until it is ready, and starts it again, ever less eagerly, when it dies. */
export function supervise(options: SupervisionOptions): SupervisedProcess {
  const { name } = options.process;
  let running: RecordedProcess | undefined;
  let wanted = false;
  let pauseMs = firstPauseMs;

  async function start(): Promise<void> {
    if (running?.isRunning() === true) return;
    wanted = true;
    const startedAt = Date.now();
    const child = spawnRecorded(options.runFolder, options.process);
    running = child;
    await untilReady(options, child);
    void child.ended.then(async ({ code, signal }) => {
      if (!wanted || !options.restart) return;
      if (Date.now() - startedAt > steadyAfterMs) pauseMs = firstPauseMs;
      await bringBack(`${name} ended unexpectedly (${signal ?? `exit code ${code ?? '?'}`})`);
    });
  }

  async function bringBack(reason: string): Promise<void> {
    options.say(`${reason}: starting it again in ${pauseMs / 1000} s`);
    await sleep(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    if (!wanted) return;
    try {
      await start();
      options.say(`${name} is running again`);
    } catch (error) {
      await running?.stop();
      // A stop while it was starting is no reason to try once more; `wanted` may have changed meanwhile.
      if (isWanted()) await bringBack((error as Error).message);
    }
  }

  function isWanted(): boolean {
    return wanted;
  }

  return {
    name,
    get pid() {
      return running?.isRunning() === true ? running.pid : undefined;
    },
    start,
    kill(signal) {
      if (running === undefined) return;
      if (options.sendSignal === undefined) running.kill(signal);
      else options.sendSignal(signal);
    },
    async stop() {
      wanted = false;
      await running?.stop();
    },
  };
}

async function untilReady(options: SupervisionOptions, child: RecordedProcess): Promise<void> {
  const { name } = options.process;
  const deadline = Date.now() + options.readyWithinMs;
  while (Date.now() < deadline) {
    if (!child.isRunning()) throw new SetUpError(`${name} ended while starting. ${options.explain()}`);
    if (await options.isReady().catch(() => false)) return;
    await sleep(100);
  }
  throw new SetUpError(
    `${name} was not ready within ${options.readyWithinMs / 1000} s. ${options.explain()}`,
  );
}
