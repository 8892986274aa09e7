import { hash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** The request headers on which every response under `/api` depends. */
export const dependsOn = 'Authorization, Cookie, Accept-Language';

/** The default for every response, because a response may contain personal data. */
export const storeNowhere: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store').vary(dependsOn);
  next();
};

export function allowOwnCache(response: Response): void {
  response.setHeader('Cache-Control', 'private, no-cache');
}

/** Headers about one request, which a shared cache would send to every later visitor. */
const aboutOneRequest = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];

/** Call this after all headers are set, because it removes some headers. */
export function allowSharedCaches(response: Response): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  for (const name of aboutOneRequest) response.removeHeader(name);
}

/** The ETag of content that does not depend on the caller. */
export function contentTag(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** Without `X-Accel-Buffering`, nginx would hold events back until its buffer is full. */
export function beginEventStream(response: Response): void {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8').setHeader('X-Accel-Buffering', 'no');
}
