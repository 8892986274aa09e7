import { context, trace } from '@opentelemetry/api';
import { pino } from 'pino';
import type { Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output; ids only, never bodies. Every line names its service and, inside a span, its trace. */
export function createLog(service: string, level: string): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => {
      const span = trace.getSpanContext(context.active());
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    redact: {
      paths: ['authorization', '*.authorization', 'req.headers', 'token', 'secret'],
      censor: '[redacted]',
    },
  });
}
