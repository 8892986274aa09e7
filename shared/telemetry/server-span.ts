import type { IncomingMessage } from 'node:http';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api';

const tracer = trace.getTracer('storefront');

/** Runs `answer` in a span for a request, as a child of the caller's span if the headers contain one. */
export function inServerSpan(request: IncomingMessage, path: string, answer: (span: Span) => void): void {
  const method = request.method ?? 'GET';
  const attributes = { 'http.request.method': method, 'url.path': path, 'url.scheme': 'http' };
  const parent = propagation.extract(ROOT_CONTEXT, request.headers);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  context.with(trace.setSpan(parent, span), answer, undefined, span);
}

/** Ends the span with the route and status, which are known only now. */
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
