import { killPoint } from '../../platform/process/kill-point.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Receiver } from './consume.ts';
import type { Delivery, DeliveryChannel } from './delivery.ts';

/**
 * Groups deliveries into batches, without a timer, and runs one batch at a time. A dead-lettered message gets a batch of its own:
 * if it crashes the worker, no other command is affected.
 */
export interface BatchPump extends Receiver {
  /** Deliveries that are not acked and whose channel is still open. */
  held: () => Delivery[];
  /** Returns all held messages to the broker. The running batch continues, but the pump does not ack it. */
  handBack: () => void;
  /** Resolves when no batch is running. */
  idle: () => Promise<void>;
  /** Starts no further batch. Resolves after the running one. */
  close: () => Promise<void>;
}

/** Marks the end of a cancelled channel's deliveries in the queue. The pump closes the channel when it reaches this entry. */
interface Cancelled {
  cancelled: DeliveryChannel;
}

const batchLimit = 256;

/**
 * `handle` must resolve only when the batch is committed or its messages are in another queue; the pump then acks the batch.
 * While the database is unavailable, the pump returns messages held longer than `handBackAfterMs` to the broker. Each
 * `consumer_timeout` of the broker would count as a failed delivery, and after 20 of these the broker dead-letters a message. If
 * the running batch is committed later, the inbox recognises the redelivered commands.
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
      // Skip messages of closed channels, which cannot be acked. Only one channel is open at a time, so a batch has one channel.
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
    // If the queue was deleted, its messages exist nowhere else. So process them before closing their channel.
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

/** Returns all held messages, not only those that are overdue. */
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
