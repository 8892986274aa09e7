import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConsoleFiles } from '#services/gateway/console/console-files.ts';
import { consolePage, consolePolicy } from '#services/gateway/console/console-page.ts';

const script = 'export const orders = 1;\n'.repeat(200);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/assets/main-Ab3.js'), script);
  writeFileSync(join(folder, 'dist/icon.svg'), '<svg/>');
  writeFileSync(join(folder, 'dist/.env'), 'secret');
  writeFileSync(join(folder, 'secret.js'), 'secret');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the console’s files', () => {
  test('the gateway can read a built file of the console uncompressed, compressed with brotli and compressed with gzip', async () => {
    const file = await createConsoleFiles(join(folder, 'dist')).find('assets/main-Ab3.js');
    expect(file).toMatchObject({ type: 'text/javascript; charset=utf-8', isHashed: true });
    expect((await file?.in('identity'))?.toString()).toBe(script);
    expect(brotliDecompressSync((await file?.in('br')) ?? '').toString()).toBe(script);
    expect(gunzipSync((await file?.in('gzip')) ?? '').toString()).toBe(script);
  });

  test('a console file without a content hash in its name gets a new ETag when it changes', async () => {
    const files = createConsoleFiles(join(folder, 'dist'));
    const before = await files.find('icon.svg');
    writeFileSync(join(folder, 'dist/icon.svg'), '<svg></svg>');
    const after = await files.find('icon.svg');
    expect([before?.isHashed, after?.isHashed]).toEqual([false, false]);
    expect(after?.tag).not.toBe(before?.tag);
  });

  test.each([
    '../secret.js',
    'assets/../../secret.js',
    '.env',
    'assets',
    'assets/other.js',
    'a/../icon.svg',
    `${'a'.repeat(300)}.js`,
    '',
  ])('the gateway finds no console file at the path %j', async (path) => {
    expect(await createConsoleFiles(join(folder, 'dist')).find(path)).toBeNull();
  });

  test('the gateway has no console page before the console is built, and finds the page afterwards without a restart', async () => {
    const files = createConsoleFiles(join(folder, 'dist'));
    expect(await files.index()).toBeNull();
    writeFileSync(join(folder, 'dist/index.html'), '<html>');
    expect(await files.index()).toBe('<html>');
  });
});

test('the console page has the nonce from its content security policy, which forbids inline scripts', () => {
  const built = '<meta content="%CSP_NONCE%"><meta content="%SIGN_IN%"><meta content="%IMAGE_HOSTS%">';
  const page = consolePage(built, {
    nonce: 'n0',
    signInBy: 'link',
    imageHosts: ['a.example', '*.b.example'],
  });
  expect(page).toBe('<meta content="n0"><meta content="link"><meta content="a.example *.b.example">');
  const policy = consolePolicy('n0', []);
  expect(policy).toContain("style-src 'self' 'nonce-n0'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("default-src 'none'");
});

test('the console page may load pictures only from its own origin and, over https, from the allowed image hosts', () => {
  expect(consolePolicy('n0', [])).toContain("img-src 'self' data:;");
  expect(consolePolicy('n0', ['a.example', '*.b.example'])).toContain(
    "img-src 'self' data: https://a.example https://*.b.example;",
  );
});
