import type { Express, Request } from 'express';
import type { StoreLocale } from '#shared/contracts/fields.ts';

/** `/openapi.json` and `/docs`. */
export function mountDocs(
  _app: Express,
  _deps: { baseUrl: (request: Request) => string; locale: StoreLocale },
): void {}
