import { byService } from '#shared/contracts/kit/define.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { unseenCommands } from '#shared/platform/telemetry/metrics.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { askOperation } from './ask-operations.ts';
import type { OperationRef } from './operation-id.ts';
import { isUnseen } from './operation-note.ts';

export type UnseenWatch = ReturnType<typeof startUnseenWatch>;

/**
 * At most this many commands are watched for each service. Commands for an unavailable service then don't displace commands for
 * other services.
 */
const mostWatched = 1000;
const lookMs = 10_000;
/** The most lookups per service in each interval of `lookMs`, so that an outage doesn't cause a burst of lookups afterwards. */
const mostAsked = 20;
/** A command is looked up only at this age, because most commands have had their reply by then. */
const askedAfterMs = 60_000;

const attributes = byService((service) => ({ 'store.service': service }));

/** Counts lost commands. A command is lost if, a minute after its acceptance, no queue holds it and no worker has seen it. */
export function startUnseenWatch(services: Pick<ServiceClient, 'ask'>, log: Log) {
  for (const service of Object.values(attributes)) unseenCommands.add(0, service);
  const watchedOf = byService(() => new Map<string, OperationRef>());

  const look = async (reference: OperationRef): Promise<void> => {
    const { commandId, service, type, at } = reference;
    const watched = watchedOf[service];
    // If the service responds slowly, the next interval must not look up the command a second time.
    watched.delete(commandId);
    const known = await askOperation(services, reference).catch(() => null);
    if (known?.record || known?.bulk) return;
    if (known && isUnseen(at, known, Date.now())) {
      unseenCommands.add(1, attributes[service]);
      log.error(
        { command_id: commandId, type, at },
        'an accepted command is in no queue, and no worker has seen it',
      );
    } else watched.set(commandId, reference);
  };
  const lookAtDue = (watched: ReadonlyMap<string, OperationRef>): void => {
    const due = [...watched.values()].filter(({ at }) => Date.now() - Date.parse(at) > askedAfterMs);
    for (const reference of due.slice(0, mostAsked)) void look(reference);
  };
  const timer = setInterval(() => {
    Object.values(watchedOf).forEach(lookAtDue);
  }, lookMs).unref();

  return {
    add: (reference: OperationRef): void => {
      const watched = watchedOf[reference.service];
      if (watched.size < mostWatched) watched.set(reference.commandId, reference);
    },
    remove: (commandId: string): void => {
      for (const watched of Object.values(watchedOf)) watched.delete(commandId);
    },
    close: (): void => clearInterval(timer),
  };
}
