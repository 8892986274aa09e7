import type { RequestHandler, Response } from 'express';

/** The request headers on which every response under `/api` depends. */
export const dependsOn = 'Authorization, Cookie, Accept-Language';

/** Forbids caches to store the response. This is the default, because a response may contain personal data. */
export const storeNowhere: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store').vary(dependsOn);
  next();
};

/** Allows only the caller's own cache to store the response; the cache must revalidate it before each use. */
export function allowOwnCache(response: Response): void {
  response.setHeader('Cache-Control', 'private, no-cache');
}

/** Headers about one request. A shared cache would send them to every later visitor. */
const aboutOneRequest = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];

/** Allows every cache to store the response for a year. Call it after the headers about the request are set. */
export function allowSharedCaches(response: Response): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  for (const name of aboutOneRequest) response.removeHeader(name);
}
