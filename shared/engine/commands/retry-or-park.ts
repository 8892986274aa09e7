import type { Publisher } from '../../platform/amqp/publisher.ts';
import { givenUpQueue, retryDelays } from '../../platform/amqp/topology.ts';
import type { Command, ServiceName } from '../../contracts/kit/define.ts';
import { isOwnFault } from '../../platform/mongo/faults.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Delivery, ReadDelivery } from './delivery.ts';
import { attemptHeader, givenUpHeader, laterReleaseHeader } from './messages.ts';
import { createMoveMessage, type Message, type Met } from './move-message.ts';

/** Each method resolves once the broker has stored the message in another queue. */
export interface RetryOrPark {
  /** Whether the broker accepts messages now. */
  readonly isPossible: boolean;
  /** When a message was last moved to a retry queue, by `performance.now()`; null if none was. */
  readonly putAsideAt: number | null;
  /**
   * If the command itself caused the error, the command is parked after its last attempt. Any other error, such as an unknown
   * database error, does not count as an attempt.
   */
  retryOrPark: (delivery: ReadDelivery, error: unknown) => Promise<void>;
  /**
   * Retries the message in a batch of its own, because an outage may have caused the failed deliveries. After the last attempt
   * the message is recorded as parked and moved to the parked queue.
   */
  retryOrParkGivenUp: (delivery: Delivery) => Promise<void>;
  /** Delays a message that only a later release can process, longer each time, until a worker of that release takes it. */
  waitForRelease: (delivery: ReadDelivery) => Promise<void>;
  park: (message: Message, reason: string) => Promise<void>;
}

/** The number of attempts for a dead-lettered command, each in a batch of its own. */
const triesOfGivenUp = 5;
const [shortestDelay] = retryDelays;
const longestDelay = Math.max(...retryDelays);

interface RetryOrParkOptions {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  /** Returns false if the command already has a final outcome. */
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

  const logged = new Set<string>();
  const logOnce = ({ type, version = 1 }: Command): void => {
    const what = `${type} ${version}`;
    if (logged.has(what)) return;
    logged.add(what);
    log.warn(
      { type, version },
      'only a later release knows this type of message: it waits for a worker of that release',
    );
  };

  /** Parks a message, unless its command already has a final outcome, for example from a worker that only seemed dead. */
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
      logOnce(delivery.delivered.command);
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
        isOwn ? 'command failed' : 'command waits: the database refuses it, through no fault of the command',
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
