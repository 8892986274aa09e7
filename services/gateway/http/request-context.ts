import { randomUUID } from 'node:crypto';
import { context, trace } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { parseLanguage } from '../problems/messages.ts';

export interface RequestContext {
  requestId: string;
  language: Language;
  /** The id of the endpoint, for the log. Null until the router finds the endpoint. */
  endpoint: string | null;
  subject: string | null;
  /** The error code for the log, with its reason if there is one. */
  refused: string | null;
}

const requestIdPattern = /^[\w.:+/=-]{1,128}$/;
const key = 'requestContext';

export function contextOf(response: Response): RequestContext {
  return response.locals[key] as RequestContext;
}

/** The path without its query. Also handles an absolute URL, the form that clients send to proxies. */
export function pathOf(request: Request): string {
  const target = request.originalUrl.split('?', 1)[0] ?? '/';
  return target.startsWith('/') || !URL.canParse(target) ? target : new URL(target).pathname;
}

/** At most one response with 429 is logged in this time, because a stranger can cause thousands. */
const floodMs = 10_000;

/** Whether the log line includes the client's address: on every sign-in, and whenever access is denied. */
function isAboutAccess(path: string, status: number): boolean {
  return status === 401 || status === 403 || /^\/console\/sign-in/i.test(path);
}

/** Logs each request, except health checks without a server error. Many responses with 429 get one log line with their number. */
export function requestContext(log: Log): RequestHandler {
  let [loggedAt, skipped] = [-Infinity, 0];

  /** How many earlier responses with 429 this log line also stands for. False: do not log this request. */
  function isWorthALine(path: string, status: number): number | false {
    if (path.startsWith('/health/') && status < 500) return false;
    if (status !== 429) return 0;
    skipped += 1;
    if (performance.now() - loggedAt < floodMs) return false;
    const more = skipped - 1;
    [loggedAt, skipped] = [performance.now(), 0];
    return more;
  }

  return (request, response, next) => {
    const startedAt = performance.now();
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && requestIdPattern.test(sent) ? sent : randomUUID();
    const known: RequestContext = {
      requestId,
      language: parseLanguage(request.headers['accept-language']),
      endpoint: null,
      subject: null,
      refused: null,
    };
    response.locals[key] = known;
    response.setHeader('X-Request-Id', requestId);
    const span = trace.getSpan(context.active());
    span?.setAttribute('store.request_id', requestId);
    const traceId = span?.spanContext().traceId;
    response.on('close', () => {
      const path = pathOf(request);
      const more = isWorthALine(path, response.statusCode);
      if (more === false) return;
      const line = {
        method: request.method,
        path,
        endpoint: known.endpoint,
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
        subject: known.subject,
        request_id: requestId,
        trace_id: traceId,
        ...(known.refused !== null && { refused: known.refused }),
        ...(isAboutAccess(path, response.statusCode) && { from: request.ip }),
        ...(more > 0 && { alike: more }),
        ...(!response.writableFinished && { broken_off: true }),
      };
      log.info(line, 'request answered');
    });
    next();
  };
}
