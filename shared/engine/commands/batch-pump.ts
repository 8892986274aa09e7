import { setTimeout as sleep } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import { killPoint } from '../../platform/process/kill-point.ts';
import type { Log } from '../../platform/process/log.ts';
import type { ReplyAddress } from '../decide/bulk-operation.ts';
import { isBackground } from '../decide/outcome.ts';
import type { Delivered, Result } from '../decide/decide-batch.ts';
import { inSpan } from '../../platform/telemetry/spans.ts';
import {
  type Delivery,
  type DeliveryChannel,
  isReadable,
  replyAddress,
  type ReadDelivery,
  type IsOfLaterRelease,
} from './delivery.ts';
import { measureTaken, reportBatch, endBatchSpans, startBatchSpans } from './observe-batches.ts';
import type { Replier } from './reply.ts';
import type { RetryOrPark } from './retry-or-park.ts';
import type { RunBatch } from './run-batch.ts';

/** Marks the end of a cancelled channel's deliveries in a lane. Once all lanes have reached it, the pump closes the channel. */
interface Cancelled {
  cancelled: DeliveryChannel;
  lanesLeft: number;
}

/** A queue of deliveries with its running batch. Commands that select their records by a search have a lane of their own. */
interface Lane {
  waiting: (Delivery | Cancelled)[];
  inWork: Delivery[];
  working: Promise<void>;
  wake: () => void;
}

const newLane = (): Lane => ({ waiting: [], inWork: [], working: Promise.resolve(), wake: () => undefined });

export interface PumpOptions {
  /** Whether the command selects its records by a search. */
  selects?: ((delivered: Delivered) => boolean) | undefined;
  /** After this time without an ack, messages are returned to the broker. Must be less than the broker's `consumer_timeout`. */
  handBackAfterMs: number;
  log: Log;
}

const batchLimit = 256;
const firstPause = 250;
const longestPause = 5000;

/**
 * Runs deliveries in batches: each batch has the deliveries that arrived while the previous batch ran. A dead-lettered message
 * gets a batch of its own, so that it affects no other command if it crashes the worker. Commands that select their records by a
 * search run in separate batches, concurrently with the others, because a search may take seconds.
 *
 * `handle` must resolve only when the batch is committed or its messages are in another queue. The pump then acks the batch.
 * While the database is unavailable, the pump returns messages to the broker once one of them has waited for `handBackAfterMs`.
 * Otherwise each `consumer_timeout` would count as a failed delivery, and after 20 failed deliveries the broker dead-letters a
 * message. If the running batch is committed later, the inbox (the stored outcomes) recognises the redelivered commands.
 */
export function startBatchPump(handle: (batch: Delivery[]) => Promise<void>, options: PumpOptions) {
  const { selects, handBackAfterMs, log } = options;
  const [usual, selections] = [newLane(), newLane()];
  const lanes = [usual, selections];
  let isClosing = false;

  const laneOf = ({ delivered, isGivenUp }: Delivery): Lane => {
    try {
      return delivered && !isGivenUp && selects?.(delivered) === true ? selections : usual;
    } catch {
      // The command is damaged. It fails when its batch runs, and is then retried or parked.
      return usual;
    }
  };

  const put = (lane: Lane, one: Delivery | Cancelled): void => {
    lane.waiting.push(one);
    lane.wake();
  };

  const ack = (batch: readonly Delivery[], { channel, message }: Delivery): void => {
    if (!channel.isOpen) return;
    // `ackThrough` would also ack the message of an earlier command that selects its records by a search and still runs.
    if (selections.inWork.length + selections.waiting.length === 0) channel.ackThrough(message);
    else for (const one of batch) channel.ack(one.message);
  };

  const handleAndAck = async (batch: Delivery[]): Promise<void> => {
    const last = batch.at(-1);
    if (!last) return;
    try {
      await handle(batch);
      killPoint('worker.before-ack');
      ack(batch, last);
    } catch (error) {
      // Nothing is acked, so the broker redelivers the batch on the next channel.
      log.error({ err: error, batch: batch.length }, 'batch not finished, it will be delivered again');
      await closeChannel(last.channel);
    }
  };

  const pump = async (lane: Lane): Promise<void> => {
    while (!isClosing) {
      if (lane.waiting.length === 0) {
        await new Promise<void>((resolve) => (lane.wake = resolve));
        continue;
      }
      const taken = lane.waiting.splice(0, sizeOfNext(lane.waiting));
      // Messages of closed channels cannot be acked, so they are left out. The others come from the one open channel.
      lane.inWork = taken.filter(isOpenDelivery);
      lane.working = handleAndAck(lane.inWork);
      await lane.working;
      lane.inWork = [];
      for (const one of taken) {
        if (!('cancelled' in one)) continue;
        one.lanesLeft -= 1;
        if (one.lanesLeft === 0) await closeChannel(one.cancelled);
      }
    }
  };
  const pumped = Promise.all(lanes.map(pump));
  /** Deliveries that are not acked and whose channel is still open. */
  const held = () =>
    lanes
      .flatMap(({ inWork, waiting }) => [...inWork, ...waiting])
      .filter(isOpenDelivery)
      .toSorted((one, other) => one.takenAt - other.takenAt);

  const timer = handBackOverdue(held, handBackAfterMs, log);

  return {
    receive: (delivery: Delivery) => put(laneOf(delivery), delivery),
    // If the queue was deleted, its delivered messages exist nowhere else. So they are processed before their channel is closed.
    cancelled: (channel: DeliveryChannel) => {
      const end = { cancelled: channel, lanesLeft: lanes.length };
      for (const lane of lanes) put(lane, end);
    },
    held,
    /** Returns all messages without an ack to the broker. The running batches continue, but the pump does not ack them. */
    handBack: () => handBackHeld(held(), log),
    /**
     * Resolves when no batch is running, except batches of commands that select their records by a search. If such a command is
     * redelivered, the inbox recognises it.
     */
    idle: () => usual.working,
    /** Starts no further batch. Resolves when the running batches have ended. */
    close: async () => {
      isClosing = true;
      for (const { wake } of lanes) wake();
      await pumped;
      clearInterval(timer);
    },
  };
}

function handBackOverdue(held: () => Delivery[], afterMs: number, log: Log): NodeJS.Timeout {
  const look = (): void => {
    const [oldest] = held();
    if (!oldest || performance.now() - oldest.takenAt < afterMs) return;
    log.warn({ held: held().length }, 'messages were held for too long: returned to the broker for now');
    handBackHeld(held(), log);
  };
  return setInterval(look, afterMs / 10).unref();
}

function handBackHeld([oldest]: readonly Delivery[], log: Log): void {
  oldest?.channel
    .handBack()
    .catch((error: unknown) => log.warn({ err: error }, 'messages could not be returned to the broker'));
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

export interface BatchHandlerOptions {
  run: RunBatch;
  reply: Replier['reply'];
  failed: RetryOrPark;
  isOfLaterRelease?: IsOfLaterRelease | undefined;
  /** Once this signal has aborted, a failed attempt to move a message to another queue is not repeated. */
  signal: AbortSignal;
  /** Called after the commit of a command that starts or joins bulk work. `waiting` gets a reply when the work ends. */
  began: (commandId: string, waiting: ReplyAddress | null) => void;
  log: Log;
}

/** Handles a batch. Resolves when the batch is committed, or when its messages are in another queue. */
export function createBatchHandler(options: BatchHandlerOptions): (batch: Delivery[]) => Promise<void> {
  const { run, reply, failed, began, isOfLaterRelease, signal, log } = options;

  /**
   * Moves a message to another queue. Retries while the broker or the database is unavailable, because a failed delivery would
   * count towards dead-lettering. If the message's channel has closed, the broker redelivers the message, so the retries end as
   * soon as the broker accepts messages.
   */
  const putAside = async ({ channel }: Delivery, put: () => Promise<void>): Promise<void> => {
    for (let pause = firstPause; channel.isOpen || !failed.isPossible; pause *= 2) {
      try {
        if (channel.isOpen) {
          await put();
          return;
        }
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error }, 'a message cannot be moved to another queue yet, trying again');
      }
      await sleep(Math.min(pause, longestPause), undefined, { signal });
    }
  };

  const decide = async (batch: ReadDelivery[]): Promise<void> => {
    const startedAt = performance.now();
    const commands = batch.map((delivery) => delivery.delivered);
    measureTaken(commands, Date.now());
    const spans = startBatchSpans(batch);
    try {
      const results = await inSpan(spans.lead, () => run(commands));
      const ms = performance.now() - startedAt;
      killPoint('worker.before-reply');
      reply(batch, results);
      await goOn(batch, results, spans.all);
      // Reports in a later iteration of the event loop, so that the next batch reaches the database first.
      setImmediate(() => {
        reportBatch(batch, results, { ms, log });
        endBatchSpans(spans, results);
      });
    } catch (error) {
      endBatchSpans(spans, null, error);
      throw error;
    }
  };

  const goOn = async (
    batch: readonly ReadDelivery[],
    results: readonly Result[],
    spans: readonly (Span | null)[],
  ): Promise<void> => {
    for (const [index, delivery] of batch.entries()) {
      const result = results[index];
      if (result?.kind !== 'decided')
        await putAside(delivery, () => failed.retryOrPark(delivery, result?.error));
      else if (isBackground(result.outcome))
        inSpan(spans[index] ?? null, () =>
          began(delivery.delivered.command.id, replyAddress(delivery.message)),
        );
    }
  };

  return async (batch) => {
    const readable: ReadDelivery[] = [];
    for (const delivery of batch) {
      if (!isReadable(delivery)) {
        await putAside(delivery, () => failed.park(delivery, 'The message is no command'));
      } else if (isOfLaterRelease?.(delivery.delivered)) {
        await putAside(delivery, () => failed.waitForRelease(delivery));
      } else if (delivery.isGivenUp && delivery.message.fields.redelivered) {
        await putAside(delivery, () => failed.retryOrParkGivenUp(delivery));
      } else readable.push(delivery);
    }
    if (readable.length > 0) await decide(readable);
  };
}
