import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Caller, Scope } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { refusedByLimit } from '#shared/platform/telemetry/metrics.ts';
import { countedAddress } from '../limits/client-address.ts';
import type { Allowance, TakeAllowance } from '../limits/rate-limit.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import { endpoints } from '../http/routes.ts';
import type { Principal } from './authenticate.ts';

const principalKey = 'principal';
const checkoutKey = 'checkoutAllowance';
const checkoutPaths = new Set(
  endpoints.flatMap(({ kind, declared }) =>
    kind === 'write' && declared.checkoutLimit === true ? [declared.path] : [],
  ),
);
refusedByLimit.add(0);

export function principalOf(response: Response): Principal {
  return response.locals[principalKey] as Principal;
}

export function setPrincipal(response: Response, principal: Principal): void {
  response.locals[principalKey] = principal;
  contextOf(response).subject = callerKey(principal);
}

export function callerIn(response: Response, area: Caller['area']): Caller {
  const { subject, userId, external } = principalOf(response);
  if (area === 'admin') return { area, subject, userId: null };
  return { area, subject, userId, ...(external && { external }) };
}

/** The caller of a write, with the display name, which the ledger stores with each write. */
export function writerIn(response: Response, area: Caller['area']): Caller {
  const { name } = principalOf(response);
  return { ...callerIn(response, area), ...(name !== undefined && { name }) };
}

/** Throws `forbidden` if the caller has none of the scopes. */
export function requireScope(response: Response, ...anyOf: readonly Scope[]): void {
  if (!anyOf.some((scope) => principalOf(response).scopes.has(scope))) throw new Problem('forbidden');
}

/**
 * Counts a request with a valid token against the limit of its caller. Rejects any other request, and counts it against the
 * limit of its client's address. A POST to a checkout path also counts as a checkout, in the same round trip to Redis.
 */
export function admit(deps: {
  identify: (request: Request) => Promise<Principal>;
  take: TakeAllowance;
  perMinute: number;
  countCheckout: CountCheckout;
}): RequestHandler {
  const { identify, take, perMinute, countCheckout } = deps;
  return async (request, response, next) => {
    let principal: Principal | null = null;
    let refusal: unknown = null;
    try {
      principal = await identify(request);
    } catch (error) {
      refusal = error;
    }
    const counted = principal ? `caller:${callerKey(principal)}` : addressKey(request);
    const allowance = take(counted, perMinute);
    if (principal) {
      response.locals[principalKey] = principal;
      if (request.method === 'POST' && checkoutPaths.has(pathOf(request))) void countCheckout(response);
    }
    enforceAllowance(response, await allowance);
    if (!principal) throw refusal;
    contextOf(response).subject = callerKey(principal);
    next();
  };
}

/**
 * The caller's name in logs and Redis keys. An identity provider's user id must not appear there, so a key computed from the id
 * is used.
 */
export function callerKey({ subject, external }: Pick<Principal, 'subject' | 'external'>): string {
  return external?.key ?? subject;
}

/** Counts a request without a valid token against its client's address, unless `admit` has already counted the request. */
export function admitStrangers(deps: { take: TakeAllowance; perMinute: number }): RequestHandler {
  return async (request, response, next) => {
    if (response.locals[principalKey] === undefined) {
      enforceAllowance(response, await deps.take(addressKey(request), deps.perMinute));
    }
    next();
  };
}

/** Counts a request that earlier handlers rejected against its client's address, because its headers may be ambiguous. */
export function countRejected(deps: { take: TakeAllowance; perMinute: number }): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    enforceAllowance(response, await deps.take(addressKey(request), deps.perMinute));
    throw error;
  };
}

/** Counts a request as one checkout of its caller. A second call for the same response does not count again. */
export type CountCheckout = (response: Response) => Promise<Allowance>;

export function createCheckoutLimit(take: TakeAllowance, perMinute: number): CountCheckout {
  return (response) => {
    const known = response.locals[checkoutKey] as Promise<Allowance> | undefined;
    const allowance = known ?? take(`checkout:${callerKey(principalOf(response))}`, perMinute);
    response.locals[checkoutKey] = allowance;
    return allowance;
  };
}

/** Throws `too_many_requests` (429) when the allowance is used up. */
export function enforceAllowance(response: Response, allowance: Allowance): void {
  response.setHeader('X-RateLimit-Limit', allowance.limit);
  response.setHeader('X-RateLimit-Remaining', allowance.remaining);
  if (allowance.allowed) return;
  refusedByLimit.add(1);
  throw new Problem('too_many_requests', { headers: { 'Retry-After': String(allowance.retryAfterSeconds) } });
}

/** The key under which limits count a client without a valid token. */
export function addressKey(request: Request): string {
  return `address:${countedAddress(request.ip ?? 'unknown')}`;
}
