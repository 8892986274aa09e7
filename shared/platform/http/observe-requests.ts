import type { Attributes } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { cutText } from '../process/log.ts';
import { requestDuration } from '../telemetry/metrics.ts';
import { endServerSpan, inServerSpan } from '../telemetry/spans.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const routeKey = 'observedRoute';

/** Sets a more precise route name than the matched template. Names become metric labels, so there must be few of them. */
export function nameRoute(response: Response, route: string): void {
  response.locals[routeKey] = route;
}

/** Traces each request and records its duration by method, route template and status. Ignores health probes. */
export const observeRequests: RequestHandler = (request, response, next) => {
  if (request.path.startsWith('/health/')) {
    next();
    return;
  }
  const startedAt = performance.now();
  inServerSpan(request, cutText(request.path), (span) => {
    response.on('close', () => {
      const route = routeOf(request, response);
      requestDuration.record((performance.now() - startedAt) / 1000, attributesOf(request, response, route));
      endServerSpan(span, request.method, route, response.statusCode);
    });
    next();
  });
};

function attributesOf(request: Request, response: Response, route: string): Attributes {
  return {
    'http.request.method': methods.has(request.method) ? request.method : '_OTHER',
    'http.response.status_code': response.statusCode,
    ...(route !== '' && { 'http.route': route }),
    ...(!response.writableFinished && { 'error.type': 'broken_off' }),
  };
}

/** The route of a request. Empty if the request was rejected before routing or matches no route. */
function routeOf(request: Request, response: Response): string {
  const named = response.locals[routeKey] as string | undefined;
  const matched = request.route as { path?: unknown } | undefined;
  return named ?? (typeof matched?.path === 'string' ? matched.path : '');
}
