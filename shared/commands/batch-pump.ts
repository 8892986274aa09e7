import { killPoint } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import type { Receiver } from './consume.ts';
import type { Delivery, DeliveryChannel } from './delivery.ts';

/** Makes batches of what is delivered, one at a time: of one message when idle, of many under load, without a timer. */
export interface BatchPump extends Receiver {
  /** Deliveries that are neither acked nor lost with their channel. */
  held: () => Delivery[];
  /** Ends after the batch in work. */
  close: () => Promise<void>;
}

/** Comes after the last delivery that is worth deciding before its channel is closed. */
interface Cancelled {
  cancelled: DeliveryChannel;
}

const batchLimit = 256;

/** `handle` resolves when a batch is committed, or safe in another queue: only then is it acked. */
export function startBatchPump(handle: (batch: Delivery[]) => Promise<void>, log: Log): BatchPump {
  const waiting: (Delivery | Cancelled)[] = [];
  let inWork: Delivery[] = [];
  let isClosing = false;
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
      const taken = waiting.splice(0, batchLimit);
      // Of a channel that is gone nothing can be acked. One is open at a time, so a batch is of one channel.
      inWork = taken.filter(isOpenDelivery);
      await handleAndAck(inWork);
      inWork = [];
      for (const one of taken) if ('cancelled' in one) await closeChannel(one.cancelled);
    }
  };
  const pumped = pump();

  return {
    receive: put,
    // What a deleted queue has delivered is nowhere else: it is decided before its channel is closed.
    cancelled: (channel) => put({ cancelled: channel }),
    held: () => [...inWork, ...waiting].filter(isOpenDelivery),
    close: async () => {
      isClosing = true;
      wake();
      await pumped;
    },
  };
}

function isOpenDelivery(one: Delivery | Cancelled): one is Delivery {
  return 'message' in one && one.channel.isOpen;
}

async function closeChannel(channel: DeliveryChannel): Promise<void> {
  if (channel.isOpen) await channel.close().catch(() => undefined);
}
