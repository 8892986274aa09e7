import type { IncomingMessage } from 'node:http';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

const tracer = trace.getTracer('storefront');
const sampledFlag = 1;

interface Flushable {
  forceFlush?: () => Promise<void>;
}

export function traceparentOf(headers: Record<string, unknown> | undefined): string | undefined {
  const value = headers?.['traceparent'];
  return typeof value === 'string' ? value : undefined;
}

export function currentTraceHeaders(): Record<string, string> {
  return traceHeaders(context.active());
}

export function traceparentFrom(span: Span): string | undefined {
  return traceHeaders(trace.setSpan(ROOT_CONTEXT, span))['traceparent'];
}

function traceHeaders(of: Context): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(of, headers);
  return headers;
}

/** A span with a parent from a message or record. Null if its trace is not sampled. The caller must end it. */
export function startSpanAfter(
  traceparent: string | undefined,
  name: string,
  options: { kind: SpanKind.PRODUCER | SpanKind.CONSUMER; attributes: Attributes; sameWorkAs?: Span | null },
): Span | null {
  if (traceparent === undefined || (Number.parseInt(traceparent.slice(-2), 16) & sampledFlag) === 0)
    return null;
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  const { kind, attributes, sameWorkAs } = options;
  const links = sameWorkAs ? [{ context: sameWorkAs.spanContext() }] : [];
  return tracer.startSpan(name, { kind, attributes, links }, parent);
}

/** Runs `work` so that its spans are children of this span; without a span, runs it unchanged. */
export function inSpan<T>(span: Span | null, work: () => T): T {
  return span ? context.with(trace.setSpan(ROOT_CONTEXT, span), work) : work();
}

/** Runs `work` inside a producer span, so that its messages carry the span's context. */
export function inProducerSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return inChildSpan(SpanKind.PRODUCER, name, attributes, work);
}

export function inClientSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return inChildSpan(SpanKind.CLIENT, name, attributes, work);
}

/** Creates a span only inside a sampled trace. */
async function inChildSpan<T>(
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!isSampled(trace.getActiveSpan())) return work();
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Checks the trace flags, not `isRecording`, because work that began within a span may take longer than the span. */
function isSampled(span: Span | undefined): boolean {
  return span !== undefined && (span.spanContext().traceFlags & sampledFlag) !== 0;
}

/** Marks a span as failed, with the error's name only, because messages may contain request data. */
export function failSpan(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export async function flushSpans(): Promise<void> {
  const provider = trace.getTracerProvider() as Flushable & { getDelegate?: () => Flushable };
  await (provider.getDelegate?.() ?? provider).forceFlush?.();
}

/** Runs `answer` in a span for a request, as a child of the caller's span if the headers contain one. */
export function inServerSpan(request: IncomingMessage, path: string, answer: (span: Span) => void): void {
  const method = request.method ?? 'GET';
  const attributes = { 'http.request.method': method, 'url.path': path, 'url.scheme': 'http' };
  const parent = propagation.extract(ROOT_CONTEXT, request.headers);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  context.with(trace.setSpan(parent, span), answer, undefined, span);
}

export function endServerSpan(span: Span, method: string, route: string, status: number): void {
  if (span.isRecording()) {
    span.setAttribute('http.response.status_code', status);
    if (route !== '') span.setAttribute('http.route', route).updateName(`${method} ${route}`);
    if (status >= 500) {
      span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
    }
  }
  span.end();
}
