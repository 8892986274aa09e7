import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { Redis } from 'ioredis';
import { loadSigningKeys } from '#services/gateway/auth/signing-keys.ts';
import { sharedServers, temporaryFolder } from '../../support/servers.ts';
import { startTestStore, type TestStore } from '../../support/store.ts';
import { startTraceReceiver } from '../support/trace-receiver.ts';

export let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
/** The store with telemetry that the tests of this folder share, after a checkout by a shopper and product changes by an admin. */
export let store: TestStore;

/** A word that is in every body and query of these tests and must not appear in telemetry. */
export const canary = `canary${randomBytes(6).toString('hex')}`;
export const traceIds = {
  product: newTraceId(),
  checkout: newTraceId(),
  bulk: newTraceId(),
  dropped: newTraceId(),
};
export const checkoutRequest = `checkout-${canary.slice(-6)}-request`;

/** Values that no output may contain. */
export const secrets: Record<string, string> = { forgedToken: newCanary('token') };
/** Texts that users enter. Only databases, messages and responses to these users may contain them. */
export const texts = {
  name: newCanary('name'),
  email: newCanary('email'),
  phone: newCanary('phone'),
  line: newCanary('line'),
  notes: newCanary('notes'),
  reason: newCanary('reason'),
  search: newCanary('search'),
  key: newCanary('key'),
};

let monitor: Redis;
export const chaosFolder = join(temporaryFolder(), 'chaos');
/** Data in places other than logs, spans and metrics. */
export const sinks = { redis: [] as string[], answers: [] as string[], messages: [] as string[] };

beforeAll(async () => {
  mkdirSync(chaosFolder, { recursive: true });
  receiver = await startTraceReceiver();
  const redis = new Redis(sharedServers().redisUrl);
  monitor = await redis.monitor();
  redis.disconnect();
  monitor.on('monitor', (_time: string, args: string[]) => void sinks.redis.push(args.join(' ')));
  store = await startTestStore({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      LOG_LEVEL: 'trace',
      CHAOS: '1',
      CHAOS_FOLDER: chaosFolder,
    },
  });
  Object.assign(secrets, store.secrets);
  for (const [index, key] of (await loadSigningKeys(store.env['AUTH_KEYS_DIR'] ?? '')).entries())
    secrets[`signing key ${index}`] = key.d ?? '';
  for (const uri of Object.values(sharedServers()) as string[]) {
    const { protocol, password } = new URL(uri);
    // Skips short passwords, because the password of a container's server can be a common word.
    if (password.length > 12) secrets[`password of ${protocol}`] = decodeURIComponent(password);
  }
  await useTheStore();
});
afterAll(async () => {
  monitor.disconnect();
  await store.stop();
  await receiver.close();
});

/** Returns a unique value, which the tests search for in every log, span, metric and response. */
export function newCanary(name: string): string {
  return `canary${name}${randomBytes(6).toString('hex')}`;
}

export function traced(traceId: string, flags = '01'): { traceparent: string } {
  return { traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` };
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

async function useTheStore(): Promise<void> {
  const admin = await store.adminToken();
  const send = async (
    token: string,
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await store.request(method, path, { token, headers, ...(json !== undefined && { json }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.body as { data?: { id: number } } | undefined)?.data?.id ?? 0;
  };
  const words = { name: canary, description: canary };
  const product = { price: 2, manufacturing_price: 1, en: words, ar: words };
  await send(admin, 'POST', '/api/admin/products', product, traced(traceIds.dropped, '00'));
  const productId = await send(admin, 'POST', '/api/admin/products', product, traced(traceIds.product));
  const email = `${canary}@example.com`;
  const userId = await send(admin, 'POST', '/api/admin/users', { name: canary, email });
  const client = await store.clientToken(userId);
  const address = { line1: canary, city: canary, country: 'JO' };
  const addressId = await send(client, 'POST', '/api/client/addresses', address);
  await send(client, 'POST', '/api/client/cart/items', { product_id: productId, amount: 2 });
  const order = { payment_method: 1, address_id: addressId, notes: canary };
  await send(client, 'POST', '/api/client/orders/checkout', order, {
    ...traced(traceIds.checkout),
    'x-request-id': checkoutRequest,
    'idempotency-key': `${canary}-key`,
  });
  await send(client, 'GET', `/api/client/orders?search=${canary}`, undefined, traced(traceIds.checkout));
  const ids = [productId];
  const change = { ids, status: 'inactive' };
  await send(admin, 'PUT', '/api/admin/products/bulk-update', change, traced(traceIds.bulk));
}
