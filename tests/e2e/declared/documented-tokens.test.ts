import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { createAuthenticator } from '#services/gateway/auth/authenticate.ts';
import { temporaryFolder } from '../../support/servers.ts';
import { ensureProgram } from '../../support/debian-program.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/shopper-sign-in.md'), 'utf8');
const [, code = ''] = /^```php\n(.*?)^```$/ms.exec(page) ?? [];

const php = await ensureProgram({
  called: 'PHP',
  purpose: 'to run the code that signs tokens in the docs',
  names: ['php'],
  debianPackage: 'php-cli',
});
const testWithPhp = php === null ? test.skip : test;

/** Creates a private key, then prints the content of jwks.json, a shopper's token and a program's token as JSON. */
const caller = `<?php
require __DIR__ . '/storefront-tokens.php';
openssl_pkey_export(openssl_pkey_new(['private_key_bits' => 2048]), $key);
$token = fn ($subject, $scope) => storefrontToken($key, '2026-01', $subject, $scope);
$tokens = ['shopper' => $token(17, 'client'), 'program' => $token('erp', 'admin')];
echo json_encode(['keys' => storefrontKeys($key, '2026-01'), ...$tokens]);
`;

interface Printed {
  keys: unknown;
  shopper: string;
  program: string;
}

function runDocumentedCode(): Printed {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'storefront-tokens.php'), code);
  writeFileSync(join(folder, 'caller.php'), caller);
  return JSON.parse(execFileSync(php ?? '', [join(folder, 'caller.php')], { encoding: 'utf8' })) as Printed;
}

testWithPhp(
  'the gateway accepts tokens that the documented PHP code signs, and verifies them with the public keys that this code prints',
  async () => {
    const { keys, shopper, program } = runDocumentedCode();
    const app = createServer((_request, response) => {
      response.end(JSON.stringify(keys));
    }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    try {
      const authenticate = await createAuthenticator({
        AUTH_KEYS_DIR: '/nowhere',
        AUTH_JWKS_URL: `http://127.0.0.1:${(app.address() as AddressInfo).port}/jwks.json`,
        AUTH_ISSUER: 'https://app.example/',
        AUTH_AUDIENCE: 'storefront',
        AUTH_USER_CLAIM: 'sub',
        AUTH_USER_KIND: null,
        AUTH_TOKEN_TYPE: null,
      });
      const asShopper = await authenticate(`Bearer ${shopper}`);
      expect(asShopper).toMatchObject({ subject: '17', external: { id: '17' }, scopes: new Set(['client']) });
      const asProgram = await authenticate(`Bearer ${program}`);
      expect(asProgram).toMatchObject({ subject: 'erp', userId: null });
      expect(asProgram.scopes).toEqual(new Set(['admin', 'admin:read']));
    } finally {
      app.closeAllConnections();
      app.close();
    }
  },
);
