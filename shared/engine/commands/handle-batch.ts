import { setTimeout as sleep } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import type { ReplyAddress } from '../decide/bulk-operation.ts';
import { isBackground } from '../decide/outcome.ts';
import type { Result } from '../decide/decide-batch.ts';
import { killPoint } from '../../platform/process/kill-point.ts';
import type { Log } from '../../platform/process/log.ts';
import { inSpan, traceparentOf } from '../../platform/telemetry/spans.ts';
import { isReadable, replyAddress, type Delivery, type ReadDelivery } from './delivery.ts';
import type { IsOfLaterRelease } from './later-release.ts';
import { measureTaken, measureDecided, outcomeCode } from './measure-batches.ts';
import type { Replier } from './reply.ts';
import type { RetryOrPark } from './retry-or-park.ts';
import type { RunBatch } from './run-batch.ts';
import { endBatchSpans, startBatchSpans } from './trace-batch.ts';

const firstPause = 250;
const longestPause = 5000;

export function createBatchHandler(deps: {
  run: RunBatch;
  reply: Replier['reply'];
  failed: RetryOrPark;
  isOfLaterRelease?: IsOfLaterRelease | undefined;
  /** Ends the retries while messages cannot be moved to another queue. */
  signal: AbortSignal;
  /**
   * Called after a command that starts or joins bulk work is committed. The bulk work then runs in the background, and `waiting`
   * gets a reply at its end.
   */
  began: (commandId: string, waiting: ReplyAddress | null) => void;
  log: Log;
}): (batch: Delivery[]) => Promise<void> {
  const { run, reply, failed, began, isOfLaterRelease, log } = deps;
  const putAside = createPutAside(deps);

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
      // Report in a later iteration of the event loop, so that the next batch reaches the database first.
      setImmediate(() => {
        reportBatch(log, batch, results, ms);
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

/**
 * Retries while the broker or the database is unavailable, because each failed delivery counts towards dead-lettering. If the
 * pump returns the message to the broker meanwhile, the retries end once the broker accepts messages again.
 */
function createPutAside({ failed, signal, log }: { failed: RetryOrPark; signal: AbortSignal; log: Log }) {
  return async ({ channel }: Delivery, put: () => Promise<void>): Promise<void> => {
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
}

function reportBatch(log: Log, batch: readonly ReadDelivery[], results: readonly Result[], ms: number): void {
  measureDecided(batch, results, ms);
  for (const [index, delivery] of batch.entries()) {
    const fields = logFields(delivery, results[index]);
    log.info({ ...fields, batch: batch.length, ms: Math.round(ms) }, 'command decided');
  }
}

function logFields({ delivered: { command }, message }: ReadDelivery, result: Result | undefined) {
  const traceparent = traceparentOf(message.properties.headers);
  return {
    command_id: command.id,
    type: command.type,
    outcome: outcomeCode(result),
    replayed: result?.kind === 'decided' && result.replayed,
    redelivered: message.fields.redelivered,
    request_id: command.requestId,
    trace_id: traceparent?.split('-')[1],
  };
}
