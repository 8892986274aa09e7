import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { createAuthority, pemOf, trust, type Authority } from '../../support/certificates.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import { startSmallTestStore, type TestStore } from '../../support/store.ts';
import { callersOf } from '../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { translations } from '../support/records.ts';

const roles = ['gateway', 'catalog-api', 'catalog-worker'] as const;
let authority: Authority;
let distrust: () => void;
let store: TestStore<ServerUser>;

const tlsOf = ({ issue, file }: Authority) => {
  const { certFile, keyFile } = issue('store');
  return { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, NODE_EXTRA_CA_CERTS: file };
};

beforeAll(async () => {
  authority = createAuthority();
  distrust = trust(pemOf(authority.file));
  store = await startSmallTestStore({ only: ['gateway', 'catalog'], env: tlsOf(authority) });
});
afterAll(async () => {
  await store.stop();
  distrust();
});

test('reads and writes work over TLS, and every port rejects plain HTTP', async () => {
  const { admin } = callersOf(store);
  const written = await admin.post('/api/admin/subscriptions', { price: 1, ...translations() });
  expect(written.status).toBe(201);
  expect((await admin.get('/api/admin/subscriptions')).status).toBe(200);
  expect((await fetch(`${store.internalUrl}/metrics`)).status).toBe(200);
  const urls = [...roles.map((name) => store.urls[name]), store.internalUrl];
  for (const url of urls) {
    const { protocol, hostname, port } = new URL(url);
    expect(protocol).toBe('https:');
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString('latin1'))).on('error', () => undefined);
    await once(socket, 'close');
    expect([url, text.includes('HTTP')]).toEqual([url, false]);
  }
});

test('a gateway that does not trust a service’s certificate logs the name of the service and of the setting to change', async () => {
  const env = { ...store.env, ...store.secrets, NODE_EXTRA_CA_CERTS: createAuthority('another').file };
  const second = await startSmallTestStore({ only: ['gateway'], namespace: store.namespace, env });
  try {
    await eventually('the line in the log', () =>
      second
        .log('gateway')
        .includes(
          'The catalog service cannot be reached by TLS: its certificate comes from an authority that this process does not trust: set NODE_EXTRA_CA_CERTS',
        ),
    );
  } finally {
    await second.stop();
  }
});
