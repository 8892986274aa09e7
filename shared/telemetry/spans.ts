import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';

const tracer = trace.getTracer('storefront');

/** W3C trace context of a message's headers. */
export function traceparentOf(headers: Record<string, unknown> | undefined): string | undefined {
  const value = headers?.['traceparent'];
  return typeof value === 'string' ? value : undefined;
}

/** Trace context of what runs now, to travel in a message's headers. */
export function currentTraceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** A span for a command's processing, child of the request that sent it. */
export function startCommandSpan(
  name: string,
  traceparent: string | undefined,
  attributes: Attributes,
  startTime: number,
): Span {
  const parent = traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
  return tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes, startTime }, parent);
}

/** Runs `work` inside a producer span, so that what it publishes carries the span's context. */
export async function inProducerSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind: SpanKind.PRODUCER, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
