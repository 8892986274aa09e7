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
  /** Before the first restart; each further one waits twice as long. */
  restartPauseMs?: number;
  /** How a signal reaches the process, when it isn't a child of this one. */
  sendSignal?: (signal: NodeJS.Signals) => void;
  say: Say;
  /** What to add to the message when it doesn't start, such as the end of its log. */
  explain: () => string;
}

const defaultPauseMs = 500;
const longestPauseMs = 30_000;
const steadyAfterMs = 60_000;

/** A process that was started, which may have ended since. */
interface Started {
  child: RecordedProcess;
  at: number;
  /** Rejects when it ends before it is ready, or takes too long. */
  ready: Promise<void>;
}

/** Keeps one process running: starts it, waits until it is ready, and starts it again, ever less eagerly, when it dies. */
export function supervise(options: SupervisionOptions): SupervisedProcess {
  const { name } = options.process;
  const { sendSignal = (signal) => last?.child.kill(signal), restartPauseMs: firstPauseMs = defaultPauseMs } =
    options;
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
        const reason = reasonOf(await child.ended);
        if (Date.now() - started.at > steadyAfterMs) pauseMs = firstPauseMs;
        await bringBack(started, `${name} ended unexpectedly (${reason})`);
      },
      // Whoever started it is told.
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
    const started = launch();
    try {
      await started.ready;
      options.say(`${name} is running again`);
    } catch (error) {
      await started.child.stop();
      await bringBack(started, (error as Error).message);
    }
  }

  /** Not when it was stopped meanwhile, nor when another was started by hand. */
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

function reasonOf({ code, signal }: Awaited<RecordedProcess['ended']>): string {
  return signal ?? `exit code ${code ?? '?'}`;
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
