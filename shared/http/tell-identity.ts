import type { Express } from 'express';
import type { StoreIdentity, WrittenIdentity } from '../process/store-identity.ts';

/** What this service's data means, for the gateway, which has none to look at. */
export function mountIdentity(app: Express, { currency, timeZone }: StoreIdentity): void {
  const written: WrittenIdentity = { currency, time_zone: timeZone };
  app.get('/identity', (_request, response) => void response.json(written));
}
