import type { RequestHandler } from 'express';

/** Browsers expose further headers, such as `Content-Language`, by default. */
const exposed =
  'Content-Disposition, ETag, Location, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'Idempotency-Replayed, Preference-Applied, WWW-Authenticate, Allow, Warning';

/**
 * Clients send their token in a header, so CORS credentials are not allowed. Browsers may send any header, because frameworks add
 * their own, such as Laravel's `X-CSRF-TOKEN`.
 */
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
    const asked = request.headers['access-control-request-headers'];
    if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
    response.vary('Access-Control-Request-Headers');
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}
