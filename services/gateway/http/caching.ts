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
