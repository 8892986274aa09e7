import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
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
