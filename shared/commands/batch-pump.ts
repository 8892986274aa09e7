import { killPoint } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import type { Receiver } from './consume.ts';
import type { Delivery, DeliveryChannel } from './delivery.ts';

/**
 * Makes batches of deliveries, one at a time and without a timer: one message when idle, many under load. A message
 * that the broker dead-lettered is a batch of its own: if it breaks its worker, no other command is affected.
 */
export interface BatchPump extends Receiver {
  /** Deliveries that are neither acked nor lost with their channel. */
  held: () => Delivery[];
  /** Returns all held messages to the broker. The running batch continues, but is not acked. */
  handBack: () => void;
  /** Resolves when no batch is running. */
  idle: () => Promise<void>;
  /** Resolves after the running batch. */
  close: () => Promise<void>;
}

/** Queued behind the last delivery to decide before its channel is closed. */
interface Cancelled {
  cancelled: DeliveryChannel;
}

const batchLimit = 256;

/**
 * `handle` resolves when a batch is committed or safe in another queue; only then is it acked. While the database
 * is unavailable, everything held longer than `handBackAfterMs` returns to the broker, before the broker's
 * `consumer_timeout` takes it: each timeout counts as a delivery, and after 20 the broker dead-letters the
 * message. The running batch continues; if it is committed, the inbox recognises its redelivered commands.
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
    // Messages of a deleted queue exist nowhere else: they are decided before their channel is closed.
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

/** Hands everything back once the oldest message has been held too long. */
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

/** The size of the next batch; a dead-lettered message is alone in its own. */
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
