import { SpanKind, type Span } from '@opentelemetry/api';
import { failSpan, startSpanAfter, traceparentFrom, traceparentOf } from '../../platform/telemetry/spans.ts';
import type { Delivered, Result } from '../decide/decide-batch.ts';
import { outcomeCode } from './measure-batches.ts';

interface Taken {
  delivered: Delivered;
  queue: string;
  message: { properties: { headers?: Record<string, unknown> | undefined } };
}

/** The spans of a batch's messages; null for a message whose trace is not sampled. */
export interface BatchSpans {
  all: readonly (Span | null)[];
  /** The parent of the batch's joint spans, such as its transaction; the other messages' spans link to it. */
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

/** `results` is null if the whole batch failed. */
export function endBatchSpans({ all }: BatchSpans, results: readonly Result[] | null, error?: unknown): void {
  for (const [index, span] of all.entries()) {
    if (!span) continue;
    const result = results?.[index];
    span.setAttribute('store.outcome', outcomeCode(result));
    if (result?.kind !== 'decided') failSpan(span, result?.error ?? error);
    span.end();
  }
}
