import { context, trace } from '@opentelemetry/api';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { mapValues } from '../../contracts/kit/json-values.ts';

/** Longer texts are cut in logs, because clients may send any text. */
const longestText = 512;
const [longestMessage, longestStack, mostCauses] = [1024, 4096, 5];

export type Log = Logger;

// Buffers lines. A separate write for each line would cost as much as the request that it logs.
const gathered = { dest: 1, sync: true, minLength: 8192 };
const heldMs = 200;

let standardOutput: ReturnType<typeof pino.destination> | undefined;

/** All logs of a process share one buffer, so that their lines do not mix. */
function openStandardOutput(): ReturnType<typeof pino.destination> {
  const lines = pino.destination(gathered);
  const write = lines.write.bind(lines);
  let flushing: NodeJS.Timeout | undefined;
  // Starts a timer only when there is a line, because pino's own `periodicFlush` wakes an idle process at each interval.
  lines.write = (line) => {
    flushing ??= setTimeout(() => {
      flushing = undefined;
      lines.flush();
    }, heldMs).unref();
    return write(line);
  };
  process.on('exit', () => lines.flushSync());
  return lines;
}

/**
 * Writes JSON lines to standard output within a fifth of a second. The lines contain ids and texts of at most a few hundred
 * characters, but no bodies. Every line names its service and, inside a span, its trace.
 */
export function createLog(service: string, level: string): Log {
  standardOutput ??= openStandardOutput();
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: cutTexts },
    serializers: { err: errorForLog },
    mixin: () => {
      const span = trace.getSpanContext(context.active());
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    redact: {
      paths: ['authorization', '*.authorization', 'req.headers', 'token', 'secret'],
      censor: '[redacted]',
    },
  };
  return pino(options, standardOutput);
}

interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

/** Type, message, code, stack and causes. Leaves out what libraries attach, which may be whole records. */
export function errorForLog(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: loggable(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: loggable(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack !== undefined && { stack: loggable(error.stack, longestStack) }),
    ...(error.cause !== undefined && depth < mostCauses && { cause: errorForLog(error.cause, depth + 1) }),
  };
}

/** A text for the log, without the values in MongoDB's duplicate key messages, which may be personal. */
export function loggable(text: string, most = longestMessage): string {
  return cutText(text, most).replaceAll(/dup key: \{[^\n]*/g, 'dup key: {…}');
}

export function cutText(text: string, most = longestText): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}

export function cutTexts(fields: Record<string, unknown>): Record<string, unknown> {
  const hasLong = Object.values(fields).some(
    (value) => typeof value === 'string' && value.length > longestText,
  );
  if (!hasLong) return fields;
  return mapValues(fields, (value) => (typeof value === 'string' ? cutText(value) : value));
}
