import { type Attributes, SpanKind, type Span } from '@opentelemetry/api';
import {
  batchDuration,
  batchSize,
  commandWait,
  decisions,
  heldMessages,
  oldestMessageAge,
  putAside,
  redeliveries,
} from '../../platform/telemetry/metrics.ts';
import { meter } from '../../platform/telemetry/metrics-endpoint.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Delivered, Result } from '../decide/decide-batch.ts';
import { failSpan, startSpanAfter, traceparentFrom, traceparentOf } from '../../platform/telemetry/spans.ts';
import type { ReadDelivery } from './delivery.ts';

const processing: Attributes = { 'messaging.system': 'rabbitmq', 'messaging.operation.name': 'process' };
const fates = { retried: { 'store.command.fate': 'retried' }, parked: { 'store.command.fate': 'parked' } };

/** `ok`, the error code of a rejected command, or `threw` for a command that is retried or parked. */
function outcomeCode(result: Result | undefined): string {
  if (result?.kind !== 'decided') return 'threw';
  return 'problem' in result.outcome ? result.outcome.problem.code : 'ok';
}

/** Records how long each command of a batch waited for a worker. `now`: ms since 1970. */
export function measureTaken(batch: readonly Delivered[], now: number): void {
  for (const { command, keepsInbox } of batch) {
    if (keepsInbox) commandWait.record(Math.max(now - Date.parse(command.at), 0) / 1000);
  }
}

export function reportBatch(
  batch: readonly ReadDelivery[],
  results: readonly Result[],
  { ms, log }: { ms: number; log: Log },
): void {
  batchSize.record(batch.length);
  batchDuration.record(ms / 1000, processing);
  const counts = new Map<string, number>();
  for (const [index, delivery] of batch.entries()) {
    const fields = logFields(delivery, results[index]);
    log.info({ ...fields, batch: batch.length, ms: Math.round(ms) }, 'command decided');
    const key = `${fields.type} ${fields.outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (fields.redelivered) redeliveries.add(1);
  }
  for (const [key, count] of counts) {
    const [type, outcome] = key.split(' ') as [string, string];
    decisions.add(count, { 'store.command.type': type, 'store.command.outcome': outcome });
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

export function measureSetAside(fate: 'retried' | 'parked'): void {
  putAside.add(1, fates[fate]);
}

/**
 * Registers the metrics of the messages that this worker has received and not acked: their number, and the age of the oldest in
 * seconds.
 */
export function observeHeld(held: () => readonly { delivered: Delivered | null }[]): void {
  // Start at zero, so that Prometheus treats the first count as an increase.
  redeliveries.add(0);
  for (const fate of Object.values(fates)) putAside.add(0, fate);
  meter.addBatchObservableCallback(
    (result) => {
      const messages = held();
      const moments = messages.flatMap(({ delivered }) =>
        delivered ? [Date.parse(delivered.command.at)] : [],
      );
      const age = moments.length === 0 ? 0 : Date.now() - Math.min(...moments);
      result.observe(heldMessages, messages.length);
      result.observe(oldestMessageAge, Math.max(age, 0) / 1000);
    },
    [heldMessages, oldestMessageAge],
  );
}

interface Taken {
  delivered: Delivered;
  queue: string;
  message: { properties: { headers?: Record<string, unknown> | undefined } };
}

/** The spans of a batch's messages; null for a message whose trace is not sampled. */
interface BatchSpans {
  all: readonly (Span | null)[];
  /** The first of these spans. The batch's joint spans, such as its transaction, are its children. The other spans link to it. */
  lead: Span | null;
}

/** Sets each command's `traceparent` to the new span, so that the command's further work becomes a child of that span. */
export function startBatchSpans(batch: readonly Taken[]): BatchSpans {
  let lead: Span | null = null;
  const all = batch.map(({ delivered, queue, message }) => {
    const { command } = delivered;
    const span = startSpanAfter(traceparentOf(message.properties.headers), `${command.type} process`, {
      kind: SpanKind.CONSUMER,
      attributes: {
        'messaging.system': 'rabbitmq',
        'messaging.operation.type': 'process',
        'messaging.operation.name': 'process',
        'messaging.destination.name': queue,
        'messaging.message.id': command.id,
        'messaging.batch.message_count': batch.length,
        'store.request_id': command.requestId,
      },
      sameWorkAs: lead,
    });
    lead ??= span;
    const traceparent = span ? traceparentFrom(span) : undefined;
    if (traceparent !== undefined) command.traceparent = traceparent;
    return span;
  });
  return { all, lead };
}

/** Ends the spans of a batch. `results` is null if the whole batch failed. */
export function endBatchSpans({ all }: BatchSpans, results: readonly Result[] | null, error?: unknown): void {
  for (const [index, span] of all.entries()) {
    if (!span) continue;
    const result = results?.[index];
    span.setAttribute('store.outcome', outcomeCode(result));
    if (result?.kind !== 'decided') failSpan(span, result?.error ?? error);
    span.end();
  }
}
