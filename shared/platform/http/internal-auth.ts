import { hash, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler } from 'express';
import type { PairSecret } from '../process/internal-secrets.ts';
import { PlainError } from '../settings/plain-error.ts';

/** Header with the secret of this pair of caller and service, which authenticates the caller. */
export const callerHeader = 'x-store-caller';

/** The header of releases up to 0.2.0, whose processes all shared one secret. */
export const internalHeader = 'x-store-internal';

type Proof = Omit<PairSecret, 'name'>;

/** The headers that authenticate a caller. Services of releases up to 0.2.0 read only the header with the shared secret. */
export function proofHeaders({ secret, former }: Proof): Readonly<Record<string, string>> {
  return { [callerHeader]: secret, ...(former !== null && { [internalHeader]: former }) };
}

/** The error to throw after a 404 without a body, the response of a service to a caller with a wrong secret. */
export function wrongSecret(service: string, { name }: Pick<PairSecret, 'name'>): PlainError {
  return new PlainError(
    `${name} differs from the secret of the ${service} service. Set the same secret for both, and restart both (docs/operate/security.md says where it is kept).`,
  );
}

const digest = (text: string) => hash('sha256', text, 'buffer');

export function callerOnly({ secret, former }: Proof): RequestHandler {
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

export function jsonBody(limit: string): RequestHandler {
  return express.json({ limit });
}
