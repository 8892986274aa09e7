import { randomUUID } from 'node:crypto';
import { context, trace } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import type { Language } from '#shared/contracts/schema-kit/languages.ts';
import type { Log } from '#shared/process/log.ts';
import { parseLanguage } from '../problems/messages.ts';

/** Set before any other middleware runs. */
export interface RequestContext {
  requestId: string;
  language: Language;
  /** The endpoint, once it is found; for the log. */
  endpoint: string | null;
  subject: string | null;
}

const requestIdPattern = /^[\w.:+/=-]{1,128}$/;
const key = 'requestContext';

export function contextOf(response: Response): RequestContext {
  return response.locals[key] as RequestContext;
}

/** The path without its query, also of an absolute URL, as clients send it to proxies. */
export function pathOf(request: Request): string {
  const target = request.originalUrl.split('?', 1)[0] ?? '/';
  return target.startsWith('/') || !URL.canParse(target) ? target : new URL(target).pathname;
}

/** Gives each request its id and language, and logs its end. */
export function requestContext(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && requestIdPattern.test(sent) ? sent : randomUUID();
    const known: RequestContext = {
      requestId,
      language: parseLanguage(request.headers['accept-language']),
      endpoint: null,
      subject: null,
    };
    response.locals[key] = known;
    response.setHeader('X-Request-Id', requestId);
    const span = trace.getSpan(context.active());
    span?.setAttribute('store.request_id', requestId);
    const traceId = span?.spanContext().traceId;
    response.on('close', () => {
      const line = {
        method: request.method,
        path: pathOf(request),
        endpoint: known.endpoint,
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
        subject: known.subject,
        request_id: requestId,
        trace_id: traceId,
        ...(!response.writableFinished && { broken_off: true }),
      };
      log.info(line, 'request answered');
    });
    next();
  };
}
