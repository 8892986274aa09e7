import type { RequestHandler } from 'express';

/** Browsers expose further headers, such as `Content-Language`, by default. */
const exposed =
  'Content-Disposition, ETag, Location, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'Idempotency-Replayed, Preference-Applied, WWW-Authenticate, Allow, Warning';

/** `Last-Event-ID` is for streams with `fetch`, which can send a token. Laravel's front end sends `X-Requested-With`. */
const allowed =
  'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, ' +
  'Prefer, X-Request-Id, X-HTTP-Method-Override, X-Requested-With, traceparent, tracestate';

/** Clients send their token in a header, so CORS credentials are not allowed. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    response.vary('Origin');
    if (origin !== undefined && origins.includes(origin)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', exposed);
    }
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    response.setHeader('Access-Control-Allow-Headers', allowed);
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}
