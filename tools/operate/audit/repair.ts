import type mongoose from 'mongoose';

import type { Product } from '#services/catalog/rules/tables.ts';
import { orderCountId } from '#services/orders/storage/counts.ts';
import type { Counted, OrderCount } from '#services/orders/storage/counts.ts';
import { itemRow, orderText } from '#services/orders/storage/layout.ts';
import type { OrderText } from '#services/orders/storage/orders-models.ts';
import type { Inventory, Order } from '#services/orders/rules/tables.ts';
import { parkedRecord } from '#shared/commands/parked-record.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { InboxDocument } from '#shared/commands/inbox.ts';
import type { AuditClient } from './audit-client.ts';
import type { Repair } from './finding.ts';
import { openParkedQueue } from '../parked/parked-queue.ts';
import { copyOfProduct } from './product-copy-rules.ts';
import { countHeld } from './stock-rules.ts';
import type { HeldUnits } from './stock-rules.ts';
import type { StoreAddress } from '../store-address.ts';

type OrdersData = mongoose.mongo.Db;
type Session = mongoose.mongo.ClientSession;
type Row = ReturnType<typeof itemRow>;

/** Mends one thing, in a transaction on the data as it is by then; gives what was done. */
export async function repair(client: AuditClient, store: StoreAddress, wanted: Repair): Promise<string> {
  const orders = client.db(`${store.namespace}_orders`);
  switch (wanted.kind) {
    case 'held':
      return inTransaction(client, (session) => recountHeld(orders, wanted.productId, session));
    case 'item-rows':
      return inTransaction(client, (session) => rewriteRows(orders, wanted.orderId, session));
    case 'order-text':
      return inTransaction(client, (session) => renewText(orders, wanted.orderId, session));
    case 'order-counts':
      return inTransaction(client, (session) => recountOrders(orders, session));
    case 'product-copy':
      return inTransaction(client, (session) => renewCopy(client, store, wanted.productId, session));
    case 'parked-record':
      return recordParked(client, store, wanted);
  }
}

async function inTransaction(
  client: AuditClient,
  work: (session: Session) => Promise<string>,
): Promise<string> {
  return client.withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    }),
  );
}

/** A transaction that takes or gives back stock meanwhile writes the same record: one of the two begins again. */
async function recountHeld(orders: OrdersData, productId: number, session: Session): Promise<string> {
  const inventory = orders.collection<Inventory>('inventory');
  const record = await inventory.findOne({ _id: productId }, { session });
  if (!record) return `inventory/${productId} is gone`;
  const held: HeldUnits = new Map();
  const holding = orders
    .collection<Order>('orders')
    .find({ 'items.product_id': productId }, { session, projection: { status: 1, items: 1 } });
  for await (const order of holding) countHeld(held, order);
  const counted = held.get(productId) ?? 0;
  if (counted === record.held) return `inventory/${productId} is right by now`;
  const change = { held: counted, version: record.version + 1, updated_at: new Date().toISOString() };
  await inventory.updateOne({ _id: productId, version: record.version }, { $set: change }, { session });
  return `inventory/${productId}: held ${record.held} → ${counted}`;
}

async function rewriteRows(orders: OrdersData, orderId: number, session: Session): Promise<string> {
  const rows = orders.collection<Row>('order_items');
  const order = await readOrder(orders, orderId, session);
  const wanted = order ? order.items.map((item) => itemRow(item, order)) : [];
  const { deletedCount } = await rows.deleteMany(
    { order_id: orderId, _id: { $nin: wanted.map((row) => row._id) } },
    { session },
  );
  for (const row of wanted) {
    await rows.replaceOne({ _id: row._id }, row, { session, upsert: true });
  }
  return `orders/${orderId}: ${wanted.length} rows written, ${deletedCount} removed`;
}

async function renewText(orders: OrdersData, orderId: number, session: Session): Promise<string> {
  const texts = orders.collection<OrderText>('order_texts');
  const order = await readOrder(orders, orderId, session);
  if (!order) {
    await texts.deleteOne({ _id: orderId }, { session });
    return `orders/${orderId} is gone, and its text`;
  }
  const text = { version: order.version, text: orderText(order), fresh: true };
  await texts.updateOne({ _id: orderId }, { $set: text }, { session, upsert: true });
  return `orders/${orderId}: its text renewed`;
}

function readOrder(orders: OrdersData, orderId: number, session: Session): Promise<Order | null> {
  return orders.collection<Order>('orders').findOne({ _id: orderId }, { session });
}

/** A transaction that counts an order meanwhile writes the same records: one of the two begins again. */
async function recountOrders(orders: OrdersData, session: Session): Promise<string> {
  const counts = orders.collection<OrderCount>('counters');
  const kind = { status: '$status', payment_method: '$payment_method' };
  const found = await orders
    .collection('orders')
    .aggregate<{ _id: Counted; count: number }>([{ $group: { _id: kind, count: { $sum: 1 } } }], { session })
    .toArray();
  await counts.deleteMany({ count: { $exists: true } }, { session });
  const recounted = found.map(({ _id: kindOf, count }) => ({
    _id: orderCountId(kindOf, 0),
    ...kindOf,
    count,
  }));
  if (recounted.length > 0) await counts.insertMany(recounted, { session });
  return `${recounted.reduce((sum, { count }) => sum + count, 0)} orders counted again`;
}

async function renewCopy(
  client: AuditClient,
  { namespace }: StoreAddress,
  productId: number,
  session: Session,
): Promise<string> {
  const product = await client
    .db(`${namespace}_catalog`)
    .collection<Product>('products')
    .findOne({ _id: productId }, { session });
  if (!product) return `products/${productId} is gone from the catalog`;
  const copy = copyOfProduct(product);
  await client
    .db(`${namespace}_orders`)
    .collection<ProductCopy>('products')
    .replaceOne({ _id: productId }, copy, { session, upsert: true });
  return `products/${productId}: copy renewed at version ${copy.version}`;
}

/** A parked command without an inbox record: its operation would read queued for ever. */
async function recordParked(
  client: AuditClient,
  { rabbitmqUrl, namespace }: StoreAddress,
  { service, commandId }: Extract<Repair, { kind: 'parked-record' }>,
): Promise<string> {
  const queue = await openParkedQueue(rabbitmqUrl, namespace, service);
  try {
    const held = (await queue.take()).find(({ parked }) => parked.id === commandId);
    if (!held?.parked.command) return `${commandId} is no longer parked`;
    const document = parkedRecord(held.parked.command, held.parked.reason);
    const inbox = client.db(`${namespace}_${service}`).collection<InboxDocument>('inbox');
    const { upsertedCount } = await inbox.updateOne(
      { _id: commandId },
      { $setOnInsert: document },
      { upsert: true },
    );
    return upsertedCount === 1 ? `${commandId}: its operation reads parked` : `${commandId} is known by now`;
  } finally {
    await queue.close();
  }
}
