import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server as TlsServer } from 'node:tls';
import { beforeAll, expect, test } from '@jest/globals';
import { createServer } from '#shared/platform/http/create-server.ts';
import type { CertificateFiles } from '#shared/platform/settings/certificate-files.ts';
import { readSettings, SettingsError } from '#shared/platform/settings/read-settings.ts';
import { createAuthority, type Authority } from '../../support/certificates.ts';
import { plain } from '../../support/plain.ts';
import { temporaryFolder } from '../../support/servers.ts';

const servers = {
  MONGODB_URI: 'mongodb://127.0.0.1/',
  RABBITMQ_URL: 'amqp://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
};
let authority: Authority;
let own: CertificateFiles;
let another: CertificateFiles;
let noPem: string;

beforeAll(() => {
  authority = createAuthority();
  own = authority.issue('own');
  another = authority.issue('another');
  noPem = join(temporaryFolder(), 'no.pem');
  writeFileSync(noPem, 'no PEM');
});

function faultsOf(tls: Record<string, string>): readonly string[] {
  try {
    readSettings({ ...servers, ...tls }, 'catalog-worker');
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults;
  }
}

test('a process uses TLS only if both its certificate file and its key file are configured', () => {
  const serverWith = (given: object) =>
    createServer(
      {},
      { ...plain, ...readSettings({ ...servers, ...given }, 'catalog-worker') },
      () => undefined,
    );
  expect(serverWith({})).not.toBeInstanceOf(TlsServer);
  const tls = { TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: own.keyFile, NODE_EXTRA_CA_CERTS: authority.file };
  expect(faultsOf(tls)).toEqual([]);
  expect(serverWith(tls)).toBeInstanceOf(TlsServer);
});

test('if only the certificate file or only the key file is configured, the error names the missing setting', () => {
  expect(faultsOf({ TLS_CERT_FILE: own.certFile })).toEqual([
    'TLS_KEY_FILE is not set: it must be given together with TLS_CERT_FILE.',
  ]);
  expect(faultsOf({ TLS_KEY_FILE: own.keyFile })).toEqual([
    'TLS_CERT_FILE is not set: it must be given together with TLS_KEY_FILE.',
  ]);
});

test('each configured certificate or key file that is unreadable or of the wrong kind causes a one-sentence error', () => {
  const absent = join(temporaryFolder(), 'absent.pem');
  expect(faultsOf({ TLS_CERT_FILE: absent, TLS_KEY_FILE: noPem, NODE_EXTRA_CA_CERTS: own.keyFile })).toEqual([
    `TLS_CERT_FILE is "${absent}": it must be a file with a certificate in PEM; this file cannot be read (ENOENT).`,
    `TLS_KEY_FILE is "${noPem}": it must be a file with the private key of TLS_CERT_FILE in PEM, without a passphrase; this file is not one.`,
    `NODE_EXTRA_CA_CERTS is "${own.keyFile}": it must be a file with the certificates of your authorities in PEM; this file is not one.`,
  ]);
});

test('a configured key file that belongs to another certificate causes an error', () => {
  const mixed = join(temporaryFolder(), 'mixed.key');
  copyFileSync(another.keyFile, mixed);
  expect(faultsOf({ TLS_CERT_FILE: own.certFile, TLS_KEY_FILE: mixed })).toEqual([
    `TLS_KEY_FILE is "${mixed}": it must be the key of the certificate in TLS_CERT_FILE, but it belongs to another one.`,
  ]);
});
