import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { auditStore } from '#tools/operate/audit/audit-store.ts';
import type { StoreAddress } from '#tools/operate/store-address.ts';
import type { Inventory, Order } from '#services/orders/records/tables.ts';
import type { FinalAnswer } from './final-answer.ts';

/** The status of a write's operation after the run. */
export interface Resolved {
  status: string;
  outcome: FinalAnswer | null;
  /** The time of the read, in ms. */
  at: number;
}

export interface Data {
  orders: Order[];
  inventory: Inventory[];
  subscriptions: { _id: number; version: number }[];
}

export async function readData(client: AuditClient, namespace: string): Promise<Data> {
  const database = client.db(`${namespace}_orders`);
  const orders = await database.collection<Order>('orders').find().toArray();
  const inventory = await database.collection<Inventory>('inventory').find().toArray();
  const subscriptions = await client
    .db(`${namespace}_catalog`)
    .collection<{ _id: number; version: number }>('subscriptions')
    .find({}, { projection: { version: 1 } })
    .toArray();
  return { orders, inventory, subscriptions };
}

/** The findings of the audit. A part that could not be checked is a finding too, because it may hide others. */
export async function auditFindings(client: AuditClient, store: StoreAddress) {
  const { findings, not_checked: gaps, counted } = await auditStore(client, store);
  const missing = gaps.map(({ section, reason }) => ({
    rule: 'not checked',
    subject: section,
    detail: reason,
  }));
  return { findings: [...findings, ...missing], counted };
}

export function findingText({
  rule,
  subject,
  detail,
}: Record<'rule' | 'subject' | 'detail', string>): string {
  return `${rule} ${subject}: ${detail}`;
}
