/** `npm run store -- example-shop`: serves the example shop, which uses a running store. */
import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { givenSetting } from '#shared/platform/settings/own-settings.ts';
import { makeToken } from '../local-stack/token.ts';
import { cachedToken, createShopServer } from './shop-server.ts';

const usage = `Usage: npm run store -- example-shop [options]

Serves clients/example-shop, a small shop in English and Arabic that uses the TypeScript client. Ctrl-C stops it.
Use it only to try the store, on this machine: anyone who opens the shop acts as the seeded shopper.

  --store URL  a running store that uses this folder's keys (default http://127.0.0.1:3000, as for npm start)
  --port PORT  the shop's port on 127.0.0.1 (default 3080)
  --user ID    the shopper's user id (default 1, the seeded shopper)

AUTH_KEYS_DIR is the folder of the store's keys, and STORE_CURRENCY its currency, as for npm start.`;

const command = {
  name: 'npm run store -- example-shop',
  usage,
  options: {
    store: { type: 'string', default: 'http://127.0.0.1:3000' },
    port: { type: 'string', default: '3080' },
    user: { type: 'string', default: '1' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  const store = storeAddress(asked.values.store);
  const port = wholeNumber('--port', asked.values.port, 65_535);
  const user = wholeNumber('--user', asked.values.user, Number.MAX_SAFE_INTEGER);
  const token = cachedToken(() => makeToken({}, 'client', user));
  await checkStore(store, await token());
  // Imported when needed, so that --help is quick.
  const { bundleShop } = await import('./bundle-shop.ts');
  const files = await bundleShop(givenSetting('STORE_CURRENCY') ?? 'USD');
  await listen(createShopServer({ store, token, files }), port);
  console.log(`The example shop: http://127.0.0.1:${port}\nCtrl-C ends it.`);
});

function storeAddress(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:') return url;
  throw wrongUsage(command.name, `--store must be a URL with http:, not "${text}"`);
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (/^[1-9]\d*$/.test(text) && value <= most) return value;
  throw wrongUsage(command.name, `${option} must be a whole number from 1 to ${most}, not "${text}"`);
}

/** Throws before the shop opens if the store does not respond or rejects the token. */
async function checkStore(store: URL, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const status = await fetch(new URL('/api/client/cart', store), { headers }).then(
    (answer) => answer.status,
    () => null,
  );
  if (status === null)
    throw new PlainError(
      `No store responds at ${store.origin}. Start one with npm start, or name another with --store.`,
    );
  if (status === 401)
    throw new PlainError(
      `The store at ${store.origin} rejects tokens of this folder's keys. Set AUTH_KEYS_DIR to the folder of its keys.`,
    );
}

function listen(server: ReturnType<typeof createShopServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new PlainError(`Port ${port} is in use or not allowed. Choose another one with --port.`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
}
