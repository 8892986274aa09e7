import type { Publisher } from '../amqp/publisher.ts';
import { givenUpQueue, retryDelays } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import { isOwnFault } from '../mongo/faults.ts';
import type { Log } from '../process/log.ts';
import type { Delivery, ReadDelivery } from './delivery.ts';
import { attemptHeader, givenUpHeader, laterReleaseHeader } from './messages.ts';
import { createMoveMessage } from './move-message.ts';
import type { Message, Met } from './move-message.ts';

/** Where messages go that cannot be decided now, or ever. Each resolves when the broker has the message safe there. */
export interface RetryOrPark {
  /** Whether the broker takes messages now. */
  readonly isPossible: boolean;
  /** When a message was last put aside to be tried again, by `performance.now()`; null when none was. */
  readonly putAsideAt: number | null;
  /**
   * A command that failed alone: tried again later. When the error is its own it is parked as soon as its tries are used
   * up; any other error, such as one of a database that nobody knows, counts for nothing.
   */
  retryOrPark: (delivery: ReadDelivery, error: unknown) => Promise<void>;
  /**
   * What the broker gave up, and has delivered once more without an end: tried again alone, for an outage as well as the
   * command itself may have kept it from its end; then recorded as parked, and parked.
   */
  retryOrParkGivenUp: (delivery: Delivery) => Promise<void>;
  /** What only a later release can decide: looked at again, ever less often, until one of its workers does. */
  waitForRelease: (delivery: ReadDelivery) => Promise<void>;
  /** Puts it into the parked queue, for an operator. */
  park: (message: Message, reason: string) => Promise<void>;
}

/** How often a command that the broker gave up is tried alone. */
const triesOfGivenUp = 5;
const [shortestDelay] = retryDelays;
const longestDelay = Math.max(...retryDelays);

interface RetryOrParkOptions {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  /** False: the command has its end after all. */
  recordParked: (command: Command, reason: string) => Promise<boolean>;
  met?: Met | undefined;
  log: Log;
}

export function createRetryOrPark(options: RetryOrParkOptions): RetryOrPark {
  const { publisher, namespace, service, recordParked, log } = options;
  const { wait, park } = createMoveMessage(options);
  let putAsideAt: number | null = null;

  const waitFor = (
    delivery: Delivery,
    ...where: [number, string, Record<string, unknown>]
  ): Promise<void> => {
    putAsideAt = performance.now();
    return wait(delivery, ...where);
  };

  const told = new Set<string>();
  const tellOnce = ({ type, version = 1 }: Command): void => {
    const what = `${type} ${version}`;
    if (told.has(what)) return;
    told.add(what);
    log.warn(
      { type, version },
      'only a later release knows such messages: they wait until one of its workers takes them',
    );
  };

  /** What has its end, such as by a worker that was thought dead, is not parked. */
  const parkUndecided = async (delivery: Delivery, reason: string): Promise<void> => {
    const { delivered } = delivery;
    if (delivered?.keepsInbox && !(await recordParked(delivered.command, reason))) return;
    await park(delivery, reason);
    log.error({ command_id: delivered?.command.id, type: delivered?.command.type, reason }, 'command parked');
  };

  return {
    get isPossible() {
      return publisher.isOpen;
    },
    get putAsideAt() {
      return putAsideAt;
    },
    park,
    waitForRelease: async (delivery) => {
      const waited = Number(delivery.message.properties.headers?.[laterReleaseHeader] ?? 0);
      tellOnce(delivery.delivered.command);
      const delay = retryDelays[waited] ?? longestDelay;
      await waitFor(delivery, delay, delivery.queue, { [laterReleaseHeader]: waited + 1 });
    },
    retryOrParkGivenUp: async (delivery) => {
      const tries = Number(delivery.message.properties.headers?.[givenUpHeader] ?? 0) + 1;
      if (tries > triesOfGivenUp) {
        await parkUndecided(delivery, 'given up by the broker: no worker that tried it came to its end');
        return;
      }
      await waitFor(delivery, shortestDelay, givenUpQueue(namespace, service), { [givenUpHeader]: tries });
    },
    retryOrPark: async (delivery, error) => {
      const { command } = delivery.delivered;
      const attempt = Number(delivery.message.properties.headers?.[attemptHeader] ?? 0);
      const isOwn = isOwnFault(error);
      log.error(
        { err: error, command_id: command.id, type: command.type, attempt, request_id: command.requestId },
        isOwn ? 'command failed' : 'command waits: the database refuses it, for no reason of its own',
      );
      const delay = isOwn ? retryDelays[attempt] : longestDelay;
      if (delay === undefined) {
        await parkUndecided(delivery, reasonOf(error));
        return;
      }
      await waitFor(delivery, delay, delivery.queue, { [attemptHeader]: isOwn ? attempt + 1 : attempt });
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
