import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import express from 'express';
import type { Outcome } from '#shared/engine/decide/outcome.ts';
import { sendRead } from '#shared/engine/reads/read-answer.ts';
import { createLog } from '#shared/platform/process/log.ts';
import type { Caller } from '#shared/contracts/kit/define.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { sendProblem } from '#services/gateway/http/send-problem.ts';
import { endpoints, type Endpoint } from '#services/gateway/http/routes.ts';
import { respond } from '#services/gateway/commands/respond.ts';
import { buildCommand, toSubmission } from '#services/gateway/commands/build-command.ts';

const log = createLog('test', 'silent');
const keys = { commands: 'a key', operations: { signs: 'a key', accepted: [] } };
const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const shopper = (userId: number): Caller => ({ area: 'client', subject: String(userId), userId });
const profile = { id: 3, name: 'Rana' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function endpoint<Kind extends Endpoint['kind']>(kind: Kind, id: string): Extract<Endpoint, { kind: Kind }> {
  const found = endpoints.find((one) => one.kind === kind && one.id === id);
  if (!found) throw new Error(`There is no ${kind} ${id}`);
  return found as Extract<Endpoint, { kind: Kind }>;
}

function commandOf(id: string, { caller, ifMatch }: { caller: Caller; ifMatch?: string | undefined }) {
  const asked = {
    endpoint: endpoint('write', id),
    method: 'PUT',
    params: {},
    caller,
    ifMatch,
    body: { name: 'Rana' },
    query: {},
    idempotencyKey: undefined,
    prefer: undefined,
  };
  const { command } = buildCommand(asked, { requestId: 'r', language: 'en' }, { keys, locale });
  return { asked, command };
}

interface Answering {
  caller: Caller;
  outcome: Outcome;
  replayed?: boolean;
  /** How the orders service responds when the gateway asks for its copy of a product. */
  ask?: () => Promise<unknown>;
}

/** A write to a product waits for the copy at the orders service only while that service responds. */
const unavailable = () => Promise.reject(new Error('unavailable'));

/** The responses to a write and to the next read. */
async function answersOf(
  [write, read]: [write: string, read: string],
  { caller, outcome, replayed = false, ask = unavailable }: Answering,
): Promise<{ written: Response; read: Response }> {
  const { asked, command } = commandOf(write, { caller });
  const app = express().disable('etag');
  app.use(requestContext(log));
  app.put('/', async (_request, response) => {
    const deps = { services: { ask }, keys };
    const reply = { correlationId: command.id, outcome, replayed, at: 0 };
    const ended = new Promise<never>(() => undefined);
    await respond(deps, toSubmission(asked, command), { reply, ended }, response);
  });
  app.get('/', async (_request, response) => {
    const answer = { kind: 'one', data: profile, version: 4 } as const;
    const { declared } = endpoint('read', read);
    await sendRead(response, answer, { language: 'en', caller, ifNoneMatch: undefined, declared });
  });
  app.use(sendProblem(log));
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { written: await fetch(url, { method: 'PUT' }), read: await fetch(url) };
}

const changed: Outcome = { status: 200, location: null, version: 4, body: JSON.stringify(profile) };
const pairs: [write: string, read: string][] = [
  ['me.update', 'me.read'],
  ['cart.set', 'cart.read'],
  ['saved-views.update', 'saved-views.read'],
  ['settings.update', 'settings.read'],
  ['products.update', 'products.read'],
  ['orders.update', 'orders.read'],
];

describe('the ETag of a write', () => {
  test.each(pairs)(
    'the write %s and the read %s return the same ETag, even if a retry of the write gets the stored outcome',
    async (...of) => {
      for (const replayed of [false, true]) {
        const { written, read } = await answersOf(of, { caller: shopper(3), outcome: changed, replayed });
        expect(written.headers.get('etag')).toMatch(/^"4-en/);
        expect(written.headers.get('etag')).toBe(read.headers.get('etag'));
      }
    },
  );

  test('two shoppers who each update their own profile at the same path get different ETags', async () => {
    const of: [string, string] = ['me.update', 'me.read'];
    const mine = await answersOf(of, { caller: shopper(3), outcome: changed });
    const theirs = await answersOf(of, { caller: shopper(4), outcome: changed });
    expect(mine.written.headers.get('etag')).not.toBe(theirs.written.headers.get('etag'));
  });

  test('the 412 response to an outdated If-Match has the ETag of the current record', async () => {
    const outcome: Outcome = { problem: { code: 'precondition_failed', extra: { version: 4, changes: [] } } };
    const { written, read } = await answersOf(['me.update', 'me.read'], { caller: shopper(3), outcome });
    expect([written.status, written.headers.get('etag')]).toEqual([412, read.headers.get('etag')]);
  });
});

test('if the orders service hangs, a change of a product gets its response after the gateway has waited 1.5 s for the service', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  try {
    const asked = Promise.withResolvers<undefined>();
    const ask = () => {
      asked.resolve(undefined);
      return new Promise(() => undefined);
    };
    const caller = shopper(3);
    const answering = answersOf(['products.update', 'products.read'], { caller, outcome: changed, ask });
    await asked.promise;
    jest.advanceTimersByTime(1500);
    expect((await answering).written.status).toBe(200);
  } finally {
    jest.useRealTimers();
  }
});

describe('If-Match', () => {
  test('if a client sends the ETag of a read as If-Match, the command of its write contains the version of the record that was read', async () => {
    for (const of of pairs) {
      const { read } = await answersOf(of, { caller: shopper(3), outcome: changed });
      const ifMatch = read.headers.get('etag') ?? '';
      expect(commandOf(of[0], { caller: shopper(3), ifMatch }).command.ifMatch).toBe(4);
    }
  });

  test.each([
    ['"4-en"', 4],
    ['"4-ar"', 4],
    ['"4-en-AbCdEf0123_-6789"', 4],
    ['*', null],
    ['"4"', -1],
    ['4-en', -1],
    ['"4-en-short"', -1],
  ])(
    'the header If-Match: %s is parsed as version %p, where null stands for any version and -1 for a version that no record has',
    (ifMatch, version) => {
      expect(commandOf('me.update', { caller: shopper(3), ifMatch }).command.ifMatch).toBe(version);
    },
  );
});
