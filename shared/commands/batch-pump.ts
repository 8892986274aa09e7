import { killPoint } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import type { Receiver } from './consume.ts';
import type { Delivery, DeliveryChannel } from './delivery.ts';

/**
 * Groups deliveries into batches, without a timer, and runs one batch at a time. A batch has one message when
 * the worker is idle, and many under load. A dead-lettered message gets a batch of its own, so that it affects
 * no other command if it crashes the worker.
 */
export interface BatchPump extends Receiver {
  /** Deliveries that are not acked and whose channel is still open. */
  held: () => Delivery[];
  /** Returns all held messages to the broker. The running batch continues, but is not acked. */
  handBack: () => void;
  /** Resolves when no batch is running. */
  idle: () => Promise<void>;
  /** Resolves after the running batch. */
  close: () => Promise<void>;
}

/** Queued behind the last delivery of a cancelled channel, so that the channel is closed after that delivery was processed. */
interface Cancelled {
  cancelled: DeliveryChannel;
}

const batchLimit = 256;

/**
 * `handle` resolves when the batch is committed or stored in another queue; only then is the batch acked. While
 * the database is unavailable, messages held longer than `handBackAfterMs` are returned to the broker, before
 * its `consumer_timeout`. Each timeout would count as a delivery, and after 20 deliveries the broker
 * dead-letters the message. The running batch continues. If it is committed later, the inbox recognises the
 * redelivered commands.
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
      // Nothing is acked, so the broker redelivers the batch on the next channel.
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
      // A message of a closed channel cannot be acked. One channel is open at a time, so a batch has one channel.
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
    // Messages of a deleted queue exist nowhere else, so process them before closing their channel.
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

/** Returns all held messages to the broker once the oldest message has been held for `afterMs`. */
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

/** The size of the next batch. A dead-lettered message is a batch of its own. */
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
