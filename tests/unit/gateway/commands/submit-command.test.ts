import { afterEach, expect, test } from '@jest/globals';
import type { Response } from 'express';
import { createReplyWaiters } from '#services/gateway/commands/reply-waiters.ts';
import { createSubmitCommand } from '#services/gateway/commands/submit-command.ts';
import { endpoints, type SubmittedEndpoint } from '#services/gateway/http/routes.ts';
import { createInFlightLimit } from '#services/gateway/limits/in-flight-limit.ts';
import { pause } from '../../../support/pause.ts';

const waiters = createReplyWaiters();
afterEach(() => waiters.endWaits());

function endpointOf(wanted: string): SubmittedEndpoint {
  const found = endpoints.find(({ id }) => id === wanted);
  if (found?.kind !== 'write') throw new Error(`There is no write ${wanted}`);
  return found;
}

/** A fake of the client's response, which keeps the status. */
function clientsResponse(): Response {
  const response = {
    locals: { requestContext: { requestId: 'r', language: 'en' } },
    statusCode: 200,
    setHeader: () => response,
    status: (status: number) => {
      response.statusCode = status;
      return response;
    },
    json: () => response,
  };
  return response as unknown as Response;
}

test('writes with Prefer: wait=0 that workers process immediately do not count towards the caller’s limit of commands in flight', async () => {
  const unseen = new Set<string>();
  const submit = createSubmitCommand({
    sender: {
      // The broker's confirm and the worker's reply arrive in the same read of the connection.
      send: async ({ id }, _service, waitMs) => {
        const awaited = waiters.wait(id, waitMs);
        await pause(5);
        const outcome = { status: 204, location: null, version: null, body: null };
        waiters.receive({ correlationId: id, outcome, replayed: false, at: Date.now() });
        return awaited;
      },
    },
    services: { ask: () => Promise.resolve(null), check: () => Promise.resolve([]) },
    inFlight: createInFlightLimit(2),
    disks: { refuseWithoutRoom: () => undefined },
    identity: { refuseUncompared: () => Promise.resolve() },
    unseen: {
      add: ({ commandId }) => void unseen.add(commandId),
      remove: (commandId) => void unseen.delete(commandId),
    },
    queuedRecords: { keep: () => Promise.resolve() },
    locale: { currencyDecimals: 2, timeZone: 'UTC' },
    keys: { commands: 'a key', operations: { signs: 'a key', accepted: [] } },
  });
  const asked = {
    endpoint: endpointOf('subscriptions.delete'),
    method: 'DELETE',
    params: { subscription: 7 },
    caller: { area: 'admin', subject: 'layla', userId: null } as const,
    body: {},
    query: {},
    idempotencyKey: undefined,
    ifMatch: undefined,
    prefer: 'wait=0',
  };
  for (let count = 0; count < 5; count += 1) {
    const response = clientsResponse();
    await submit(asked, response);
    expect(response.statusCode).toBe(202);
  }
  expect(unseen.size).toBe(0);
});
