import { hash, timingSafeEqual } from 'node:crypto';
import express, { type RequestHandler } from 'express';
import type { PairSecret } from '../process/internal-secrets.ts';
import { PlainError } from '../settings/plain-error.ts';

/** Header with the secret that a caller shares with a service. The secret authenticates the caller. */
export const callerHeader = 'x-store-caller';

type Proof = Omit<PairSecret, 'name'>;

export function proofHeaders({ secret }: Proof): Readonly<Record<string, string>> {
  return { [callerHeader]: secret };
}

/** The error to throw after a 404 without a body, with which a service rejects a caller whose secret is wrong. */
export function wrongSecret(service: string, { name }: Pick<PairSecret, 'name'>): PlainError {
  return new PlainError(
    `${name} differs from the secret of the ${service} service. Set the same secret for both, and restart both (docs/operate/security.md says where it is kept).`,
  );
}

const digest = (text: string) => hash('sha256', text, 'buffer');

export function callerOnly({ secret }: Proof): RequestHandler {
  const expected = digest(secret);
  return (request, response, next) => {
    const given = request.headers[callerHeader];
    if (typeof given === 'string' && timingSafeEqual(digest(given), expected)) next();
    else response.status(404).end();
  };
}

export function jsonBody(limit: string): RequestHandler {
  return express.json({ limit });
}
