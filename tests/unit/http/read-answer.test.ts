import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { callerHeader, callerOnly, proofHeaders } from '#shared/platform/http/internal-auth.ts';
import { entityTag, sendRead, type ReadAnswer, type Tagged } from '#shared/engine/reads/read-answer.ts';
import type { Caller } from '#shared/contracts/kit/define.ts';
import { pause } from '../../support/pause.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Serves an app on its own port, and closes the port after the test. */
async function serve(app: express.Express): Promise<string> {
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const shopper = (userId: number): Caller => ({ area: 'client', subject: `person-${userId}`, userId });
const staff = (subject: string): Caller => ({ area: 'admin', subject, userId: null });

function answering(
  answer: ReadAnswer,
  { declared = {}, caller = shopper(3) }: { declared?: Tagged; caller?: Caller } = {},
): Promise<string> {
  const app = express().disable('etag');
  app.get('/', (request, response) => {
    const ifNoneMatch = request.headers['if-none-match'];
    return sendRead(response, answer, { language: 'en', caller, ifNoneMatch, declared });
  });
  return serve(app);
}

async function* rows(count: number, breaksAt = Infinity): AsyncGenerator {
  for (let id = 1; id <= count; id += 1) {
    if (id === breaksAt) throw new Error('the database went away');
    yield { id, text: 'x'.repeat(100) };
  }
}

describe('a single resource', () => {
  const one = (version: number) => answering({ kind: 'one', data: { id: 7 }, version });

  test('the response for a single resource has a strong ETag that consists of version and language', async () => {
    const response = await fetch(await one(3));
    expect(await response.json()).toEqual({ data: { id: 7 } });
    expect(response.headers.get('etag')).toBe('"3-en"');
    expect(response.headers.get('content-language')).toBe('en');
    const arabic = { version: 3, language: 'ar', caller: shopper(3), body: '{"id":7}' } as const;
    expect(entityTag({}, arabic)).toBe('"3-ar"');
  });

  test.each([
    ['"3-en"', 304],
    ['W/"3-en"', 304],
    ['"1-en", "3-en"', 304],
    ['*', 304],
    ['"3-ar"', 200],
    ['"2-en"', 200],
    ['3-en', 200],
  ])(
    'reading version 3 of a resource in English with If-None-Match: %s returns status %d',
    async (tag, status) => {
      const response = await fetch(await one(3), {
        headers: { 'If-None-Match': tag, 'Cache-Control': 'no-cache' },
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('etag')).toBe('"3-en"');
      expect((await response.text()) === '').toBe(status === 304);
    },
  );

  test('a resource that is composed of several records gets a new ETag if its data changes while its version stays the same', async () => {
    const tagOf = async (price: number) => {
      const url = await answering(
        { kind: 'one', data: { price }, version: 3 },
        { declared: { composed: true } },
      );
      return (await fetch(url)).headers.get('etag');
    };
    expect(await tagOf(5)).toMatch(/^"3-en-[\w-]{16}"$/);
    expect(await tagOf(5)).toBe(await tagOf(5));
    expect(await tagOf(6)).not.toBe(await tagOf(5));
  });
});

describe('a caller’s own resource', () => {
  const own = (caller: Caller) =>
    answering({ kind: 'one', data: { name: 'Rana' }, version: 3 }, { caller, declared: { perCaller: true } });
  const tagFor = async (caller: Caller) => (await fetch(await own(caller))).headers.get('etag') ?? '';

  test.each([
    ['two shoppers', shopper(3), shopper(4)],
    ['two members of staff', staff('layla'), staff('omar')],
    ['a shopper and a member of staff with the same `sub` claim', shopper(3), staff('3')],
  ])(
    'a path that shows each caller their own data returns different ETags to %s, so that neither gets a 304 for the other’s ETag',
    async (_who, one, other) => {
      const tag = await tagFor(one);
      expect(tag).toMatch(/^"3-en-[\w-]{16}"$/);
      expect(await tagFor(other)).not.toBe(tag);
      const ask = async (caller: Caller) =>
        (await fetch(await own(caller), { headers: { 'If-None-Match': tag } })).status;
      expect([await ask(one), await ask(other)]).toEqual([304, 200]);
    },
  );

  test('a path that shows each caller their own data ignores an ETag in If-None-Match that contains no hash of the caller', async () => {
    const response = await fetch(await own(shopper(3)), { headers: { 'If-None-Match': '"3-en"' } });
    expect(response.status).toBe(200);
  });

  test('a path that shows each caller their own data returns the same ETag for all tokens of one person, even with different `sub` claims', async () => {
    const byPhone = { area: 'client', subject: 'the phone', userId: 3 } as const;
    expect(await tagFor(byPhone)).toBe(await tagFor(shopper(3)));
    const external = { id: 'rana@example.com', key: '~a hash' };
    const first = { area: 'client', subject: 'a', userId: null, external } as const;
    expect(await tagFor({ ...first, subject: 'b' })).toBe(await tagFor(first));
  });

  test('the ETag of a path that shows each caller their own data does not reveal the `sub` claim of the caller’s token', async () => {
    expect(await tagFor(staff('layla'))).not.toContain('layla');
  });

  test('the ETag of a caller’s own data that is composed of several records depends on the caller and on the response body', () => {
    const tagOf = (caller: Caller, body: string) =>
      entityTag({ composed: true, perCaller: true }, { version: 3, language: 'en', caller, body });
    const tags = [shopper(3), shopper(4)].flatMap((caller) =>
      ['[]', '[1]'].map((body) => tagOf(caller, body)),
    );
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags) expect(tag).toMatch(/^"3-en-[\w-]{16}"$/);
  });
});

describe('a streamed list', () => {
  const stream = (source: AsyncIterable<unknown>) =>
    answering({ kind: 'stream', rows: source, count: async () => 0, leave: () => undefined });

  test.each([0, 1, 2, 5000])(
    'a streamed list of %d records is valid JSON with all records',
    async (count) => {
      const { data } = (await (await fetch(await stream(rows(count)))).json()) as { data: { id: number }[] };
      expect(data.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    },
  );

  test('if a streamed list fails in the middle, its connection is broken off, so that the list does not look complete', async () => {
    const response = await fetch(await stream(rows(5000, 4000)));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test('a streamed list that fails before its first bytes are sent returns status 500', async () => {
    const response = await fetch(await stream(rows(5, 3)));
    expect(response.status).toBe(500);
  });

  test.each([1, 1000])(
    'if the client of a streamed list disconnects while the service reads %d more record(s), the service then stops reading the list',
    async (rowsLater) => {
      const left = Promise.withResolvers<undefined>();
      const letGo = Promise.withResolvers<undefined>();
      let read = 0;
      async function* watched() {
        try {
          for await (const row of rows(1_000_000)) {
            read += 1;
            yield row;
            // The client disconnects during the database read, not while the socket is full.
            if (read === 1000 + rowsLater) await left.promise;
          }
        } finally {
          letGo.resolve(undefined);
        }
      }
      const [response] = (await once(get(await stream(watched())), 'response')) as [IncomingMessage];
      await once(response, 'data');
      response.destroy();
      await Promise.all(servers.map((server) => onceEmpty(server)));
      left.resolve(undefined);
      await letGo.promise;
      expect(read).toBeLessThan(100_000);
    },
  );
});

/** Resolves once the server has no connections. */
async function onceEmpty(server: Server): Promise<void> {
  for (;;) {
    const count = await new Promise<number>((resolve) =>
      server.getConnections((_error, open) => resolve(open)),
    );
    if (count === 0) return;
    await pause(5);
  }
}

describe('an internal port', () => {
  const closed = () => {
    const app = express();
    app.use(callerOnly({ secret: 'the secret of this pair' }));
    app.use((_request, response) => void response.json({ inside: true }));
    return serve(app);
  };

  test.each([
    [undefined],
    [''],
    ['another secret'],
    ['the secret of this pai'],
    ['the secret of this pair.'],
  ])(
    'an internal port responds with an empty 404 to a request with the wrong internal secret %j',
    async (secret) => {
      const headers = secret === undefined ? {} : { [callerHeader]: secret };
      const response = await fetch(await closed(), { headers });
      expect([response.status, await response.text()]).toEqual([404, '']);
    },
  );

  test('an internal port accepts a request with the right internal secret', async () => {
    const response = await fetch(await closed(), {
      headers: { ...proofHeaders({ secret: 'the secret of this pair' }) },
    });
    expect(await response.json()).toEqual({ inside: true });
  });
});
