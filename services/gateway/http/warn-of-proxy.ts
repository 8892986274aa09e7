import type { RequestHandler } from 'express';
import type { Log } from '#shared/process/log.ts';

/**
 * Warns once when requests come through a proxy while `TRUST_PROXY` is 0. In that case all clients appear under the proxy's
 * address and share one rate limit and one connection limit.
 */
export function warnOfProxy(log: Log, trustedHops: number): RequestHandler {
  let hasWarned = trustedHops > 0;
  return ({ headers }, _response, next) => {
    if (!hasWarned && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      hasWarned = true;
      log.warn(
        'A request came with X-Forwarded-For or Forwarded, and TRUST_PROXY is 0: if a proxy stands in front of the gateway, set ' +
          'TRUST_PROXY to the number of proxies. Until then all clients share one rate limit and one share of connections.',
      );
    }
    next();
  };
}
