import { PlainError } from '../settings/plain-error.ts';
import { ownSettings } from '../settings/own-settings.ts';
import type { ProcessReader } from '../settings/setting.ts';
import type { SettingsOf } from '../settings/settings.ts';
import { observeProcess } from '../telemetry/observe.ts';
import { flushSpans } from '../telemetry/spans.ts';
import { createLog, type Log } from './log.ts';

/** Functions that stop a running process, called in this order. */
export type Closers = (() => Promise<unknown>)[];

const shutdownDeadline = 9000;

interface Role {
  log: Log;
  closers: Promise<Closers>;
}

/** The roles of this process: one in production, or an api and a worker where a service has only one process. */
const roles: Role[] = [];

/**
 * Runs a process, or one of its roles. SIGTERM or SIGINT calls each role's closers in order, for all roles concurrently; after
 * nine seconds the process exits anyway. A PlainError of any role, such as for a wrong setting, is printed once, without a
 * stack, and ends the process.
 */
export function runProcess<Name extends ProcessReader>(
  name: Name,
  start: (settings: SettingsOf<Name>, log: Log) => Promise<Closers>,
): void {
  const settings = orExplain(() => ownSettings(name));
  const log = createLog(name, settings.LOG_LEVEL);
  if (roles.length === 0) handleEvents(log);
  const closers = start(settings, log);
  roles.push({ log, closers });
  closers.then(
    () => log.info('ready'),
    (error: unknown) => {
      if (error instanceof PlainError) endWith(error);
      log.fatal({ err: error }, error instanceof Error ? error.message : 'the process could not start');
      process.exit(1);
    },
  );
}

/** Call this once per process, even if the process runs several roles. */
function handleEvents(log: Log): void {
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled promise rejection');
    process.exit(1);
  });
  observeProcess();
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await Promise.all(roles.map((role) => stopRole(role, signal)));
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

async function stopRole({ log, closers }: Role, signal: string): Promise<void> {
  log.info({ signal }, 'stopping');
  const deadline = setTimeout(() => {
    log.error('not stopped in time');
    process.exit(1);
  }, shutdownDeadline);
  for (const close of await closers) await close();
  await flushSpans().catch((error: unknown) => log.warn({ err: error }, 'the last spans are lost'));
  clearTimeout(deadline);
  log.info('stopped');
}

function orExplain<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PlainError) endWith(error);
    throw error;
  }
}

/** Prints the message and exits with 2. For errors that only an operator can fix. */
export function endWith({ message }: PlainError): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
