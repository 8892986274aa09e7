import type { Request, RequestHandler, Response } from 'express';
import type { Scope } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import { refusedByLimit } from '#shared/telemetry/metrics.ts';
import type { Authenticate, Caller } from './authenticate.ts';
import { countedAddress } from '../limits/client-address.ts';
import type { Allowance, TakeAllowance } from '../limits/rate-limit.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import { endpoints } from '../routes.ts';

const key = 'caller';
const checkoutKey = 'checkoutAllowance';
const checkoutPaths = new Set(
  endpoints.flatMap(({ kind, declared }) =>
    kind === 'write' && declared.checkoutLimit === true ? [declared.path] : [],
  ),
);
refusedByLimit.add(0);

export function callerOf(response: Response): Caller {
  return response.locals[key] as Caller;
}

/** 403 for a caller whose token lacks the scope. */
export function requireScope(response: Response, scope: Scope): void {
  requireAnyScope(response, [scope]);
}

/** 403 for a caller whose token has none of the scopes. */
export function requireAnyScope(response: Response, scopes: readonly Scope[]): void {
  if (!scopes.some((scope) => callerOf(response).scopes.has(scope))) throw new Problem('forbidden');
}

/**
 * Counts the request against its caller, or its address when it has no valid token; then lets callers in. What looks
 * like a checkout is counted as one in the same round trip.
 */
export function admit(deps: {
  authenticate: Authenticate;
  take: TakeAllowance;
  perMinute: number;
  countCheckout: CountCheckout;
}): RequestHandler {
  const { authenticate, take, perMinute, countCheckout } = deps;
  return async (request, response, next) => {
    let caller: Caller | null = null;
    let refusal: unknown = null;
    try {
      caller = await authenticate(request.headers.authorization);
    } catch (error) {
      refusal = error;
    }
    const counted = caller ? `caller:${caller.subject}` : `address:${addressOf(request)}`;
    const allowance = take(counted, perMinute);
    if (caller) {
      response.locals[key] = caller;
      if (request.method === 'POST' && checkoutPaths.has(pathOf(request))) void countCheckout(response);
    }
    spend(response, await allowance);
    if (!caller) throw refusal;
    contextOf(response).subject = caller.subject;
    next();
  };
}

/** Counts a request as a checkout of its caller, once. */
export type CountCheckout = (response: Response) => Promise<Allowance>;

export function createCheckoutLimit(take: TakeAllowance, perMinute: number): CountCheckout {
  return (response) => {
    const known = response.locals[checkoutKey] as Promise<Allowance> | undefined;
    const allowance = known ?? take(`checkout:${callerOf(response).subject}`, perMinute);
    response.locals[checkoutKey] = allowance;
    return allowance;
  };
}

/** Tells what is left of an allowance; refuses with 429 when nothing is. */
export function spend(response: Response, allowance: Allowance): void {
  response.setHeader('X-RateLimit-Limit', allowance.limit);
  response.setHeader('X-RateLimit-Remaining', allowance.remaining);
  if (allowance.allowed) return;
  refusedByLimit.add(1);
  throw new Problem('too_many_requests', { headers: { 'Retry-After': String(allowance.retryAfterSeconds) } });
}

function addressOf(request: Request): string {
  return countedAddress(request.ip ?? 'unknown');
}
