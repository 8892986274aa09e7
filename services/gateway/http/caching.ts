import type { RequestHandler, Response } from 'express';

/** The request headers that every answer under `/api` depends on. */
export const dependsOn = 'Authorization, Cookie, Accept-Language';

/** No cache may store the answer: unless its endpoint declares otherwise, it may hold data about people. */
export const storeNowhere: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store').vary(dependsOn);
  next();
};

/** The caller's own cache may store the answer, and revalidates it before each use. */
export function allowOwnCache(response: Response): void {
  response.setHeader('Cache-Control', 'private, no-cache');
}
