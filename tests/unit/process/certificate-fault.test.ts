import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { certificateFault, logCertificateFaults } from '#shared/platform/process/certificate-fault.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { createAuthority, pemOf, trust, type Authority } from '../../support/certificates.ts';

/** For each driver, the error from a connection attempt to this port. */
const failures: Record<string, (port: number) => Promise<unknown>> = {
  undici: (port) => request(`https://127.0.0.1:${port}`),
  fetch: (port) => fetch(`https://127.0.0.1:${port}`),
  amqplib: (port) => connect(`amqps://127.0.0.1:${port}`, { timeout: 2000 }),
  ioredis: async (port) => {
    const redis = new Redis(`rediss://127.0.0.1:${port}`, { lazyConnect: true, retryStrategy: () => null });
    let failure: unknown;
    redis.on('error', (error) => (failure = error));
    await redis.connect().catch((error: unknown) => (failure ??= error));
    throw failure;
  },
  mongodb: (port) => new mongoose.mongo.MongoClient(uriOf(port), patience).connect(),
  mongoose: (port) => mongoose.createConnection().openUri(uriOf(port), patience),
};
const patience = { serverSelectionTimeoutMS: 250 };
const uriOf = (port: number) => `mongodb://127.0.0.1:${port}/?tls=true&directConnection=true`;

const open: Server[] = [];
let authority: Authority;

async function listening(server: Server): Promise<number> {
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function serverFor(hosts: readonly string[]): Promise<number> {
  const { certFile, keyFile } = authority.issue('server', hosts);
  const server = createServer({ cert: pemOf(certFile), key: pemOf(keyFile) }, (socket) => socket.destroy());
  return listening(server.on('tlsClientError', () => undefined));
}

beforeAll(() => void (authority = createAuthority()));
afterAll(() => {
  for (const server of open) server.close();
});

const faultOf = async (driver: string, port: number) =>
  certificateFault('The part', await failures[driver]?.(port).catch((error: unknown) => error));

describe.each(Object.keys(failures))('%s', (driver) => {
  test(`if a server’s certificate comes from an untrusted authority, the error for ${driver} names the setting that adds a trusted authority`, async () => {
    expect(await faultOf(driver, await serverFor(['127.0.0.1']))).toBe(
      'The part cannot be reached by TLS: its certificate comes from an authority that this process does not trust: set NODE_EXTRA_CA_CERTS to the file of that authority',
    );
  });

  test(`${driver} rejects a server’s certificate for another host name even if it trusts the certificate’s authority`, async () => {
    const distrust = trust(pemOf(authority.file));
    try {
      expect(await faultOf(driver, await serverFor(['elsewhere.example']))).toContain('for other names');
      // This server closes the connection without a TLS error, so the cause stays unknown.
      expect(await faultOf(driver, await serverFor(['127.0.0.1']))).toBeNull();
    } finally {
      distrust();
    }
  });

  test(`if ${driver} connects by TLS to a server without TLS, the error states that the server does not use TLS`, async () => {
    const port = await listening(
      createPlainServer((socket) => void socket.on('error', () => undefined).end('plain text, no TLS')),
    );
    expect(await faultOf(driver, port)).toContain('it does not use TLS');
  });
});

test('a certificate error of a connection to Redis is logged only once, even if the connection is attempted again', () => {
  const logged: string[] = [];
  const log = logCertificateFaults('Redis', {
    error: (_of: object, text: string) => logged.push(text),
  } as unknown as Log);
  for (const code of ['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'])
    log(Object.assign(new Error(), { code }));
  expect(logged).toEqual([
    'Redis cannot be reached by TLS: its certificate is not valid at this time: renew it, or set the clock',
  ]);
});
