import { createLog } from './log.ts';
import type { Log } from './log.ts';
import { observeProcess } from '../telemetry/observe-process.ts';
import { flushSpans } from '../telemetry/spans.ts';

/** What a process gives back when it runs, so that it can be stopped: closed in the order given. */
export type Closers = (() => Promise<unknown>)[];

const shutdownDeadline = 9000;

/** Runs a process's `start`; stops it in order on SIGTERM and SIGINT, within a deadline. */
export function runProcess(name: string, start: (log: Log) => Promise<Closers>): void {
  const log = createLog(name, process.env['LOG_LEVEL'] ?? 'info');
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'a promise was left to fail');
    process.exit(1);
  });
  observeProcess();
  let isStopping = false;
  const started = start(log);
  started.then(
    () => log.info('ready'),
    (error: unknown) => {
      log.fatal({ err: error }, error instanceof Error ? error.message : 'the process could not start');
      process.exit(1);
    },
  );
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('not stopped in time');
      process.exit(1);
    }, shutdownDeadline).unref();
    for (const close of await started) await close();
    await flushSpans().catch((error: unknown) => log.warn({ err: error }, 'the last spans are lost'));
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}
