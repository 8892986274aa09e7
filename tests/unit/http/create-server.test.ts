import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer } from '#shared/platform/http/create-server.ts';
import { listenOn, type Listening } from '#shared/platform/http/listen.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { CertificateFiles } from '#shared/platform/settings/certificate-files.ts';
import { createPublicServer } from '#services/gateway/http/public-server.ts';
import { createSlowReaders } from '#services/gateway/limits/slow-readers.ts';
import { createAuthority, pemOf, type Authority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { anyPort, plain } from '../../support/plain.ts';

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
let authority: Authority;
let other: Authority;
let listening: Listening;
let logged: string[];

const log = {
  info: (_of: object, text: string) => void logged.push(text),
  error: (_of: object, text: string) => void logged.push(text),
} as unknown as Log;

beforeAll(() => {
  authority = createAuthority();
  other = createAuthority('other authority');
});
afterEach(() => listening.close({ deadlineMs: 0 }));

async function start({ certFile, keyFile }: CertificateFiles): Promise<void> {
  logged = [];
  const certified = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, lookAgainMs: 20, log };
  const server = createServer({}, certified, (_request, response) => void response.end('ok'));
  listening = await listenOn(server, anyPort);
}

const port = () => (listening.server.address() as AddressInfo).port;

function open(options: ConnectionOptions = {}): TLSSocket {
  const trusted = { ca: pemOf(authority.file), host: '127.0.0.1', servername: 'localhost', port: port() };
  return connectTls({ ...trusted, ...options });
}

/** The response to a request over this socket; rejects if the socket cannot connect. */
async function answerOver(socket: TLSSocket): Promise<string> {
  await once(socket, 'secureConnect');
  socket.write(get);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

async function shownNow(): Promise<string> {
  const socket = open();
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

async function answerToPlain(): Promise<string> {
  const socket = connect(port(), '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.write(get);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

describe('a server with a certificate', () => {
  test('a server with a certificate accepts TLS 1.2 and 1.3 but not TLS 1.1', async () => {
    await start(authority.issue('versions'));
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = open({ minVersion: version, maxVersion: version });
      expect(await answerOver(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(socket.getProtocol()).toBe(version);
      socket.destroy();
    }
    const old = open({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    await expect(answerOver(old)).rejects.toMatchObject({ code: expect.stringMatching(/PROTOCOL_VERSION/) });
  });

  test('a server with a certificate sends no HTTP response to plain HTTP', async () => {
    await start(authority.issue('plain'));
    expect(await answerToPlain()).not.toContain('HTTP');
  });

  test('a client rejects a server’s certificate from another authority or for another name', async () => {
    await start(authority.issue('refused', ['catalog-api']));
    await expect(answerOver(open({ ca: pemOf(other.file) }))).rejects.toMatchObject({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    await expect(answerOver(open())).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(await answerOver(open({ servername: 'catalog-api' }))).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('a server uses a renewed certificate for new connections, and existing connections keep working', async () => {
    await start(authority.issue('renewed'));
    const before = await shownNow();
    const kept = open();
    expect(await answerOver(kept)).toContain('200 OK');
    authority.issue('renewed');
    await eventually('the renewed certificate', async () => (await shownNow()) !== before);
    kept.write(get);
    expect(String((await once(kept, 'data'))[0])).toContain('200 OK');
    kept.destroy();
    expect(logged).toEqual(['the renewed certificate is used from now on']);
  });

  test('a server keeps its certificate and logs an error while the renewed key and certificate do not match', async () => {
    const files = authority.issue('half');
    await start(files);
    const before = await shownNow();
    const next = authority.issue('next');
    copyFileSync(next.certFile, files.certFile);
    await eventually('the complaint', () => logged.length > 0);
    writeFileSync(files.keyFile, 'half a k');
    await eventually('the second complaint', () => logged.length > 1);
    expect(await shownNow()).toBe(before);
    copyFileSync(next.keyFile, files.keyFile);
    await eventually('the renewed certificate', async () => (await shownNow()) !== before);
    expect(logged.map((text) => text.split(':')[0])).toEqual([
      'the renewed certificate cannot be used',
      'the renewed certificate cannot be used',
      'the renewed certificate is used from now on',
    ]);
  });
});

describe('the public server with a certificate', () => {
  const limits = {
    REQUEST_TIMEOUT_SECONDS: 0.3,
    HEADERS_TIMEOUT_SECONDS: 0.3,
    TRUST_PROXY: 0,
    MAX_CONNECTIONS: 10,
    CONNECTIONS_PER_ADDRESS: 10,
  };
  async function startPublic(answer: RequestListener): Promise<void> {
    const { certFile, keyFile } = authority.issue('public');
    const certified = { ...plain, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    const server = createPublicServer(answer, limits, certified);
    createSlowReaders({ timeoutMs: 300 }).watch(server);
    listening = await listenOn(server, anyPort);
  }

  test('the public TLS server disconnects clients that send nothing, and sends no HTTP response to plain HTTP', async () => {
    await startPublic((_request, response) => void response.end('ok'));
    const socket = open();
    expect(await answerOver(socket)).toContain('200 OK');
    socket.destroy();
    expect(await answerToPlain()).not.toContain('HTTP');
    const silent = connect(port(), '127.0.0.1').on('error', () => undefined);
    await once(silent.resume(), 'close');
  });

  test('the public TLS server closes the connection of a client that does not read its responses', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
    await startPublic((_request, response) => {
      response.once('close', () => end(response.writableFinished));
      response.end(Buffer.alloc(64 * 1024 ** 2));
    });
    const socket = open().on('error', () => undefined);
    await once(socket, 'secureConnect');
    socket.write(get);
    expect(await ended).toBe(false);
    socket.destroy();
  });
});
