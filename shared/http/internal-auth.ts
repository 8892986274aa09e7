import { hash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Header by which one process of the store proves itself to another. */
export const internalHeader = 'x-store-internal';

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Answers 404 to every request without the store's secret. */
export function internalOnly(secret: string): RequestHandler {
  const expected = digest(secret);
  return (request, response, next) => {
    const given = request.headers[internalHeader];
    if (typeof given === 'string' && timingSafeEqual(digest(given), expected)) next();
    else response.status(404).end();
  };
}
