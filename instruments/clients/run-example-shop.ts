import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ShopFile } from '#tools/example-shop/bundle-shop.ts';
import { createShopServer } from '#tools/example-shop/shop-server.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { eventually } from '#tests/support/eventually.ts';
import { sharedStore } from '#tests/support/store-access.ts';

const root = join(import.meta.dirname, '../..');
const store = sharedStore();

export interface ExampleShop {
  url: string;
  stop: () => Promise<void>;
}

/** Runs `npm run store -- example-shop` against the shared store of this test run. */
export async function runExampleShop(userId: number): Promise<ExampleShop> {
  const port = await freePort();
  const options = ['--store', store.url, '--port', String(port), '--user', String(userId)];
  const child = spawn(process.execPath, ['tools/example-shop/example-shop.ts', ...options], {
    cwd: root,
    env: { ...process.env, AUTH_KEYS_DIR: store.keysFolder },
  });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  await eventually('the address of the shop', () => {
    if (child.exitCode !== null) throw new Error(output);
    return output.includes(url);
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Bundles the shop in a process of its own, because the bundler does not accept the objects of a test's context. */
export async function bundledShop(currency: string): Promise<ReadonlyMap<string, ShopFile>> {
  const script = `const { bundleShop } = await import('#tools/example-shop/bundle-shop.ts');
    process.stdout.write(JSON.stringify([...await bundleShop(${JSON.stringify(currency)})]));`;
  const asked = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, asked, { cwd: root, maxBuffer: 1e8 });
  return new Map(JSON.parse(stdout) as [string, ShopFile][]);
}

/** Starts only the shop's server with bundled files. Each test can thus have its own shopper. */
export async function serveExampleShop(
  files: ReadonlyMap<string, ShopFile>,
  userId: number,
): Promise<ExampleShop> {
  const token = () => store.clientToken(userId);
  const server = createShopServer({ store: new URL(store.url), token, files });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
