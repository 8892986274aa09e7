import type { Answer } from '#tests/support/request.ts';
import type { LedgerClient } from '../ledger-client.ts';
import { versionIn } from '../final-answer.ts';
import { digestOfShown, kindOf, seenAs, type RecordKind, type Sighting } from './sighting.ts';

/** The record as it was read, or the fact that it no longer exists. Null if the read failed. */
type Look = { seen: Sighting } | { gone: true; from: number } | null;

const pathOf: Record<RecordKind, (id: string) => string> = {
  orders: (id) => `/api/admin/orders/${id}`,
  'order-items': (id) => `/api/admin/profile/order-items/${id}`,
  products: (id) => `/api/admin/products/${id}`,
  subscriptions: (id) => `/api/admin/subscriptions/${id}`,
  users: (id) => `/api/admin/users/${id}`,
  addresses: (id) => `/api/admin/addresses/${id}`,
  inventory: (id) => `/api/admin/inventory/${id}`,
  carts: () => '/api/client/cart',
};

/** Reads a record through the gateway: a cart as its owner, and any other record as an admin. */
export async function readRecord(client: LedgerClient, record: string): Promise<Look> {
  const from = Date.now();
  const [, id = ''] = record.split('/');
  const kind = kindOf(record);
  const asked = client.read(pathOf[kind](id), kind === 'carts' ? Number(id) : null);
  const answer: Answer | null = await asked.catch(() => null);
  if (answer?.status === 404) return { gone: true, from };
  const version = answer ? versionIn(answer.headers) : null;
  if (answer?.status !== 200 || version === null) return null;
  const digest = digestOfShown(record, answer.text);
  return {
    seen: { record: seenAs(record, answer.text), version, digest, from, until: Date.now(), by: 'a read' },
  };
}
