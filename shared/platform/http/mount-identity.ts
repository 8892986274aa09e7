import express, { type Express } from 'express';
import type { Database } from '../mongo/connect.ts';
import { readIdentity, writeKeys } from '../mongo/hold-identity.ts';
import type { KeyChecks } from '../process/key-checks.ts';

/**
 * For the gateway, which has no database: serves the identity of this service's data, and stores check values of the
 * gateway's keys.
 */
export function mountIdentity(app: Express, database: Database): void {
  app.get('/identity', async (_request, response) => void response.json(await readIdentity(database)));
  app.post('/identity/keys', express.json(), async (request, response) => {
    response.json(await writeKeys(database, request.body as KeyChecks));
  });
}
