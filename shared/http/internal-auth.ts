import { hash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { PairSecret } from '../process/internal-secrets.ts';

/** Header by which a caller proves itself to a service: with the secret of this pair of caller and service. */
export const callerHeader = 'x-store-caller';

/** The same of releases up to 0.2.0, whose processes all had one secret. */
export const internalHeader = 'x-store-internal';

/** The headers by which a caller proves itself; an older service looks for its own alone. */
export function proofHeaders({ secret, former }: PairSecret): Readonly<Record<string, string>> {
  return { [callerHeader]: secret, ...(former !== null && { [internalHeader]: former }) };
}

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Answers 404 to every request that does not prove to come from this caller. */
export function callerOnly({ secret, former }: PairSecret): RequestHandler {
  const isShown = (header: string, expected: Buffer) => (request: Request) => {
    const given = request.headers[header];
    return typeof given === 'string' && timingSafeEqual(digest(given), expected);
  };
  const proofs = [
    isShown(callerHeader, digest(secret)),
    ...(former === null ? [] : [isShown(internalHeader, digest(former))]),
  ];
  return (request, response, next) => {
    if (proofs.some((isProven) => isProven(request))) next();
    else response.status(404).end();
  };
}
