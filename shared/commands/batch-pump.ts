import { killPoint } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import type { Receiver } from './consume.ts';
import type { Delivery, DeliveryChannel } from './delivery.ts';

/**
 * Makes batches of what is delivered, one at a time: of one message when idle, of many under load, without a timer. What
 * the broker gave up is a batch of its own, so that what it does to its worker it does to no other command.
 */
export interface BatchPump extends Receiver {
  /** Deliveries that are neither acked nor lost with their channel. */
  held: () => Delivery[];
  /** Gives the broker back all that is held: the batch in work goes on, and is not acked. */
  handBack: () => void;
  /** Resolves when no batch is in work. */
  idle: () => Promise<void>;
  /** Ends after the batch in work. */
  close: () => Promise<void>;
}

/** Comes after the last delivery that is worth deciding before its channel is closed. */
interface Cancelled {
  cancelled: DeliveryChannel;
}

const batchLimit = 256;

/**
 * `handle` resolves when a batch is committed, or safe in another queue: only then is it acked. A message that is held for
 * longer than `handBackAfterMs`, because the database is away, is given back to the broker with all the others, before the broker
 * takes them by its `consumer_timeout`: each taking counts as a delivery, and after 20 it gives a message up. The batch
 * in work goes on meanwhile; should it be committed, the inbox knows its commands when they come again.
 */
export function startBatchPump(
  handle: (batch: Delivery[]) => Promise<void>,
  { handBackAfterMs, log }: { handBackAfterMs: number; log: Log },
): BatchPump {
  const waiting: (Delivery | Cancelled)[] = [];
  let inWork: Delivery[] = [];
  let isClosing = false;
  let working = Promise.resolve();
  let wake: () => void = () => undefined;

  const put = (one: Delivery | Cancelled): void => {
    waiting.push(one);
    wake();
  };

  const handleAndAck = async (batch: Delivery[]): Promise<void> => {
    const last = batch.at(-1);
    if (!last) return;
    try {
      await handle(batch);
      killPoint('worker.before-ack');
      if (last.channel.isOpen) last.channel.ackThrough(last.message);
    } catch (error) {
      // Nothing is acked: the broker delivers the batch again on the next channel.
      log.error({ err: error, batch: batch.length }, 'batch not finished, it will be delivered again');
      if (last.channel.isOpen) await last.channel.close().catch(() => undefined);
    }
  };

  const pump = async (): Promise<void> => {
    while (!isClosing) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      const taken = waiting.splice(0, sizeOfNext(waiting));
      // Of a channel that is gone nothing can be acked. One is open at a time, so a batch is of one channel.
      inWork = taken.filter(isOpenDelivery);
      working = handleAndAck(inWork);
      await working;
      inWork = [];
      for (const one of taken) if ('cancelled' in one) await closeChannel(one.cancelled);
    }
  };
  const pumped = pump();
  const held = () => [...inWork, ...waiting].filter(isOpenDelivery);

  const timer = handBackOverdue(held, handBackAfterMs, log);

  return {
    receive: put,
    // What a deleted queue has delivered is nowhere else: it is decided before its channel is closed.
    cancelled: (channel) => put({ cancelled: channel }),
    held,
    handBack: () => handBackHeld(held(), log),
    idle: () => working,
    close: async () => {
      isClosing = true;
      wake();
      await pumped;
      clearInterval(timer);
    },
  };
}

/** Gives everything back when the oldest of what is held has been so for too long. */
function handBackOverdue(held: () => Delivery[], afterMs: number, log: Log): NodeJS.Timeout {
  const look = (): void => {
    const [oldest] = held();
    if (!oldest || performance.now() - oldest.takenAt < afterMs) return;
    log.warn({ held: held().length }, 'held for too long: handed back until the batch in work is done');
    handBackHeld(held(), log);
  };
  return setInterval(look, afterMs / 10).unref();
}

function handBackHeld([oldest]: readonly Delivery[], log: Log): void {
  oldest?.channel.handBack().catch((error: unknown) => log.warn({ err: error }, 'not handed back'));
}

/** How many of what waits make the next batch: what was given up is alone in its own. */
function sizeOfNext(waiting: readonly (Delivery | Cancelled)[]): number {
  const next = waiting.slice(0, batchLimit);
  const alone = next.findIndex((one) => 'isGivenUp' in one && one.isGivenUp);
  return alone === -1 ? next.length : Math.max(alone, 1);
}

function isOpenDelivery(one: Delivery | Cancelled): one is Delivery {
  return 'message' in one && one.channel.isOpen;
}

async function closeChannel(channel: DeliveryChannel): Promise<void> {
  if (channel.isOpen) await channel.close().catch(() => undefined);
}
