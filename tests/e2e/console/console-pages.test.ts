import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { sharedStore } from '../../support/store-access.ts';

const isBuilt = existsSync(join(import.meta.dirname, '../../../console/dist/index.html'));
const ask = (path: string, init: RequestInit = {}) => fetch(`${sharedStore().url}${path}`, init);

test.each(['/console', '/console/', '/console/orders', '/console/orders/17', '/console/sign-in'])(
  'GET %s returns the console’s page with a Content-Security-Policy that forbids inline scripts',
  async (path) => {
    const answers = await Promise.all([ask(path), ask(path)]);
    const policies = answers.map(({ headers }) => headers.get('content-security-policy') ?? '');
    for (const { status, headers } of answers) {
      expect(status).toBe(isBuilt ? 200 : 503);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
    }
    expect(policies[0]).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}';/,
    );
    expect(policies[0]).toContain("frame-ancestors 'none'");
    expect(policies[1]).not.toBe(policies[0]);
    const text = await answers[0].text();
    expect(text).toContain(isBuilt ? /nonce-([^']+)/.exec(policies[0] ?? '')?.[1] : 'npm run console:build');
  },
);

test.each(['/console/nothing.js', '/console/assets/..%2f..%2fpackage.json', '/console/.env'])(
  'GET %s, which is neither a page nor a file of the console, returns 404',
  async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  },
);
