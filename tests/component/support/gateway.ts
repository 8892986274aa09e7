import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import { pino } from 'pino';

import { createGatewayApp } from '#services/gateway/app.ts';
import { createAuthenticator } from '#services/gateway/auth/authenticate.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import type { Feed } from '#services/gateway/events/feed.ts';
import { createPublicServer } from '#services/gateway/http/public-server.ts';
import { createOpenReads } from '#services/gateway/limits/open-reads.ts';
import { connections, type AskedRead, type ServiceClient } from '#services/gateway/reads/service-client.ts';
import type { Reply } from '#shared/engine/commands/messages.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { createOpenIdProvider } from '#services/gateway/session/openid-provider.ts';
import { createUseLink } from '#services/gateway/session/sign-in-link.ts';
import type { Session, SessionStore } from '#services/gateway/session/session-store.ts';
import { readSettings } from '#shared/platform/settings/read-settings.ts';
import { sendRequest, type Answer, type RequestOptions } from '../../support/request.ts';

/** The behaviour of the fake servers and services around the gateway. */
interface Neighbours {
  /** Environment variables in addition to the defaults. */
  env?: NodeJS.ProcessEnv;
  /** The workers' reply to a command. Null if no reply arrives in time. */
  reply?: (command: Command) => Reply | null;
  /**
   * The workers' reply at the end of the bulk work that a command started or repeated. By default, this reply
   * does not arrive.
   */
  ended?: (command: Command) => Promise<BulkOperation | null>;
  /** A service's JSON response to a read. */
  answer?: (asked: AskedRead) => unknown;
  /** The errors that a service finds by its data in a write with other errors. By default, it finds none. */
  check?: ServiceClient['check'];
  /** A service's response to a request that is not a read. Null stands for 404. */
  ask?: ServiceClient['ask'];
  /** The events of the services. */
  feed?: Partial<Feed>;
}

/** A gateway in this process with a fake broker, fake Redis and fake services. */
export interface ComponentGateway {
  url: string;
  /** Commands that the gateway sent, oldest first. */
  sent: Command[];
  /** Reads that the gateway forwarded, oldest first. */
  asked: AskedRead[];
  /** The callers and addresses against whose rate limits requests were counted, oldest first. */
  counted: string[];
  /** The subjects whose session activity was recorded, oldest first. */
  sessionUses: string[];
  /** Returns the gateway's log. */
  log: () => string;
  /** The folder with the gateway's signing keys (AUTH_KEYS_DIR). */
  keysFolder: string;
  token: (subject?: string, scope?: string) => Promise<string>;
  request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  stop: () => Promise<void>;
}

const needed = {
  RABBITMQ_URL: 'amqp://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  GATEWAY_CATALOG_SECRET: 'gateway to catalog',
  GATEWAY_ORDERS_SECRET: 'gateway to orders',
  OPERATION_ID_KEY: 'signs ids of operations',
  COMMAND_ID_KEY: 'hashes idempotency keys',
  CATALOG_URL: 'http://127.0.0.1:1',
  ORDERS_URL: 'http://127.0.0.1:2',
  WEBHOOKS_URL: 'http://127.0.0.1:3',
  GATEWAY_WEBHOOKS_SECRET: 'gateway to webhooks',
};
/** Keeps sessions in memory instead of Redis. */
function createSessions(uses: string[]): SessionStore {
  const sessions = new Map<string, Session>();
  const usedLinks = new Set<string>();
  const add = async (session: Session) => {
    const id = randomBytes(32).toString('base64url');
    sessions.set(id, session);
    return Promise.resolve(id);
  };
  return {
    add,
    addOnce: async (session, link) => {
      if (usedLinks.has(link.id)) return null;
      usedLinks.add(link.id);
      return add(session);
    },
    find: (id) => Promise.resolve(sessions.get(id) ?? null),
    replace: (id, session) => {
      const isThere = sessions.has(id);
      if (isThere) sessions.set(id, session);
      return Promise.resolve(isThere);
    },
    use: async (_id, { subject }) => {
      uses.push(subject);
      await Promise.resolve();
    },
    remove: async (id) => {
      sessions.delete(id);
      await Promise.resolve();
    },
    list: () =>
      Promise.resolve(
        [...sessions.values()].map(({ subject, name, signedInBy, endsAt }) => ({
          subject,
          name,
          signedInBy,
          endsAt,
          beganAt: 0,
        })),
      ),
    endAllOf: (subject) => {
      const own = [...sessions].filter(([, session]) => session.subject === subject);
      for (const [id] of own) sessions.delete(id);
      return Promise.resolve(own.length);
    },
    lock: () => Promise.resolve(() => Promise.resolve()),
  };
}

/** The readiness of a gateway that can reach the broker and Redis, but no service. */
export const partsWithoutServices = {
  broker: true,
  redis: true,
  catalog: false,
  orders: false,
  webhooks: false,
  catalog_workers: false,
  orders_workers: false,
  webhooks_workers: false,
  catalog_disk: true,
  orders_disk: true,
  webhooks_disk: true,
};
const noWork: ServiceClient['ask'] = (_service, _method, path) =>
  Promise.resolve(path.startsWith('/operations/unfinished') ? { count: 0 } : null);
const never = () => new Promise<never>(() => undefined);
const unfaked = () => Promise.reject(new Error('These tests have no fake of the event logs'));
const away = new Problem('unavailable', detail('service_unavailable', { service: 'orders' }));

/** Starts a gateway that all tests of the file use. Stops it after these tests. */
export async function useGateway(neighbours: Neighbours = {}): Promise<ComponentGateway> {
  const gateway = await startGateway(neighbours);
  afterAll(() => gateway.stop());
  return gateway;
}

export async function startGateway({
  env,
  reply,
  ended = never,
  answer,
  check = () => Promise.resolve([]),
  ask = noWork,
  feed = {},
}: Neighbours = {}): Promise<ComponentGateway> {
  const keysFolder = mkdtempSync(join(tmpdir(), 'storefront-keys-'));
  const settings = readSettings({ ...needed, AUTH_KEYS_DIR: keysFolder, ...env }, 'gateway');
  const queued = new Map<string, number>();
  const [sent, asked, lines]: [Command[], AskedRead[], string[]] = [[], [], []];
  const log = pino(
    {},
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    }),
  );
  const [counted, sessionUses]: [string[], string[]] = [[], []];
  const sessionStore = createSessions(sessionUses);
  const app = createGatewayApp({
    settings,
    authenticate: await createAuthenticator(settings),
    sessionStore,
    waysIn: {
      useLink: await createUseLink({ keysDir: keysFolder, store: sessionStore }),
      provider: createOpenIdProvider(settings, log),
    },
    // Responds asynchronously, as Redis does.
    take: async (key, limit) => {
      counted.push(key);
      await setImmediate();
      return { allowed: true, limit, remaining: limit - 1, retryAfterSeconds: 0 };
    },
    inFlight: {
      limit: settings.UNFINISHED_OPERATIONS_PER_CALLER,
      hasAny: () => false,
      acquire: () => undefined,
      add: () => undefined,
      release: () => undefined,
    },
    disks: { refuseWithoutRoom: () => undefined },
    identity: { refuseUncompared: () => Promise.resolve() },
    openReads: createOpenReads({
      perCaller: settings.OPEN_READS_PER_CALLER,
      connections,
      waitingMs: () => 0,
    }),
    sender: {
      ready: Promise.resolve(),
      isOpen: true,
      endWaits: () => undefined,
      close: () => Promise.resolve(),
      askWorkers: () => Promise.resolve({ catalog: true, orders: true, webhooks: true }),
      send: (command) => {
        if (!reply) return Promise.reject(away);
        sent.push(command);
        return Promise.resolve({
          reply: Promise.resolve(reply(command)),
          replied: Promise.resolve(),
          ended: ended(command),
        });
      },
    },
    unseen: { add: () => undefined, remove: () => undefined, close: () => undefined },
    queuedRecords: {
      keep: async (commandId, records) => {
        queued.set(commandId, records);
        await Promise.resolve();
      },
      find: (commandId) => Promise.resolve(queued.get(commandId) ?? null),
    },
    services: {
      read: async (read, to) => {
        if (!answer) throw away;
        asked.push(read);
        to.json(await answer(read));
      },
      check,
      ask,
      stream: () => Promise.resolve(null),
      log: unfaked,
      isReady: () => Promise.resolve(false),
      close: () => Promise.resolve(),
    },
    feed: { closed: new AbortController().signal, ...feed } as Feed,
    health: { isStopping: () => false, parts: () => Promise.resolve(partsWithoutServices) },
    log,
  });
  const server = createPublicServer(app, settings, { ...settings, log });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await loadSigningKeys(keysFolder);
  return {
    url,
    sent,
    asked,
    counted,
    sessionUses,
    log: () => lines.join(''),
    keysFolder,
    token: (subject = 'admin', scope = 'admin') => signToken(keys, { subject, scope, lifetime: 3600 }),
    request: (method, path, options) => sendRequest(url, method, path, options),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(keysFolder, { recursive: true });
    },
  };
}
