import mongoose from 'mongoose';

import type { AuditRuleName } from '#shared/contracts/audit-rules.ts';
import { noteId, rowId } from '#shared/engine/decide/ledger-row.ts';

export type Documents = mongoose.mongo.Collection<{ _id: number }>;
export type Collection = (service: 'orders' | 'catalog', name: string) => Documents;

/** The ids of the records that the damages below change. Before that, all these records are correct. */
interface AuditedIds {
  product: number;
  /** A product that no order contains. */
  spare: number;
  subscription: number;
  user: number;
  order: number;
  /** A captured payment of the order. */
  payment: number;
  /** A return of the order. */
  return: number;
  checkout: number;
}

/** A direct change in the database. `plant` resolves with a function that reverts the change if no repair reverts it. */
export interface Damage {
  rule: AuditRuleName;
  what: string;
  subject: () => string | Promise<string>;
  plant: () => Promise<() => Promise<void>>;
}

const nothing = () => Promise.resolve();

/** Changes one record. Resolves with a function that restores it. */
export async function change(
  documents: Documents,
  _id: number,
  update: object,
): Promise<() => Promise<void>> {
  const before = await documents.findOne({ _id });
  if (!before) throw new Error(`${documents.collectionName}/${_id} is not there`);
  await documents.updateOne({ _id }, update);
  return async () => {
    await documents.replaceOne({ _id }, before);
  };
}

/**
 * Inserts a copy of a record with some other field values. Resolves with a function that removes the copy.
 */
export async function insert(documents: Documents, like: number, more: object): Promise<() => Promise<void>> {
  const twin = { ...(await documents.findOne({ _id: like })), ...more } as { _id: number };
  await documents.insertOne(twin);
  return async () => {
    await documents.deleteOne({ _id: twin._id });
  };
}

export async function itemOf(collection: Collection, orderId: number): Promise<number> {
  const [row] = await collection('orders', 'order_items')
    .find({ order_id: orderId } as never)
    .toArray();
  return row?._id ?? 0;
}

/**
 * Each entry damages a single record. tests/integration/orders/audit-sides.test.ts damages one of two records
 * that must agree.
 */
export function auditDamages(collection: Collection, ids: AuditedIds): Damage[] {
  const orders = () => collection('orders', 'orders');
  const inventory = () => collection('orders', 'inventory');
  /** A copy of the order with an id that the search index has already processed. */
  const twinOrder = (more: object) => insert(orders(), ids.order, { _id: 0, items: [], ...more });

  return [
    {
      rule: 'record-damaged',
      what: 'an order whose items are null',
      subject: () => `orders/${ids.order}`,
      plant: () => change(orders(), ids.order, { $set: { items: null } }),
    },
    {
      rule: 'record-damaged',
      what: 'a record whose id is text',
      subject: () => 'users/x',
      plant: () =>
        insert(collection('orders', 'users'), ids.user, {
          _id: 'x',
          email_key: 'x',
          created_by_command: 'x',
        }),
    },
    {
      rule: 'record-damaged',
      what: 'a cart whose items are text',
      subject: () => `carts/${ids.user}`,
      plant: () => change(collection('orders', 'carts'), ids.user, { $set: { items: 'none' } }),
    },
    {
      rule: 'record-damaged',
      what: 'shop settings without Arabic texts',
      subject: () => 'settings/1',
      plant: () => insert(collection('orders', 'settings'), 0, { _id: 1, version: 1, en: {}, ar: null }),
    },
    {
      rule: 'record-damaged',
      what: 'saved views that are not a list',
      subject: () => 'saved_views/layla',
      plant: () =>
        insert(collection('orders', 'saved_views'), 0, { _id: 'layla', version: 1, log: [], views: {} }),
    },
    {
      rule: 'record-damaged',
      what: 'stock that is text',
      subject: () => `inventory/${ids.product}`,
      plant: () => change(inventory(), ids.product, { $set: { stock: 'many' } }),
    },
    {
      rule: 'product-unsound',
      what: 'a negative product price',
      subject: () => `products/${ids.product}`,
      plant: () => change(collection('catalog', 'products'), ids.product, { $set: { price: -5 } }),
    },
    {
      rule: 'cart-ordered-twice',
      what: 'two orders placed from the same version of a cart',
      subject: () => `orders/${ids.checkout}`,
      plant: async () => {
        const of = await orders().findOne({ _id: ids.checkout });
        const { cart_version } = of as unknown as { cart_version: number };
        return twinOrder({ order_number: 'TWIN-1', created_by_command: 'twin', cart_version });
      },
    },
    {
      rule: 'item-twice',
      what: 'an order line that two orders contain',
      subject: async () => `order_items/${await itemOf(collection, ids.order)}`,
      plant: async () => {
        const { items } = (await orders().findOne({ _id: ids.order })) as unknown as { items: object[] };
        return change(orders(), ids.checkout, { $push: { items: items[0] } });
      },
    },
    {
      rule: 'order-number-twice',
      what: 'two orders with the same number, in a database without the unique index',
      subject: () => `orders/${ids.order}`,
      plant: async () => {
        await orders().dropIndex('order_number_1');
        const takeBack = await twinOrder({ created_by_command: 'twin' });
        return async () => {
          await takeBack();
          await orders().createIndexes([{ key: { order_number: 1 }, unique: true }]);
        };
      },
    },
    {
      rule: 'order-figures-differ',
      what: 'an order total that no command set',
      subject: () => `orders/${ids.checkout}`,
      plant: () => change(orders(), ids.checkout, { $set: { total: 1 } }),
    },
    {
      rule: 'order-payments-differ',
      what: 'a paid amount of an order that differs from its payments',
      subject: () => `orders/${ids.order}`,
      plant: () => change(orders(), ids.order, { $inc: { paid: 1 } }),
    },
    {
      rule: 'payment-unsound',
      what: 'a payment with more refunded than captured',
      subject: () => `payments/${ids.payment}`,
      plant: () => change(collection('orders', 'payments'), ids.payment, { $set: { refunded: 1e6 } }),
    },
    {
      rule: 'payment-without-order',
      what: 'a payment of an order that never existed',
      subject: () => `payments/${ids.payment}`,
      plant: () => change(collection('orders', 'payments'), ids.payment, { $set: { order_id: 987_654 } }),
    },
    {
      rule: 'payment-status-differs',
      what: 'a stored payment status that contradicts the order’s payments',
      subject: () => `orders/${ids.order}`,
      plant: async () => {
        await orders().updateOne({ _id: ids.order }, { $set: { payment_status: 'refunded' } });
        return nothing;
      },
    },
    {
      rule: 'order-returns-differ',
      what: 'an order that counts open returns which do not exist',
      subject: () => `orders/${ids.order}`,
      plant: () => change(orders(), ids.order, { $set: { open_returns: 7 } }),
    },
    {
      rule: 'order-returns-differ',
      what: 'an order with returned units that no return received',
      subject: () => `orders/${ids.order}`,
      plant: () => change(orders(), ids.order, { $set: { 'items.0.returned': 1, 'items.0.refunded': 1 } }),
    },
    {
      rule: 'return-unsound',
      what: 'a return with more units received than registered',
      subject: () => `returns/${ids.return}`,
      plant: () => change(collection('orders', 'returns'), ids.return, { $set: { 'lines.0.received': 99 } }),
    },
    {
      rule: 'return-without-order',
      what: 'a return of an order that never existed',
      subject: () => `returns/${ids.return}`,
      plant: () => change(collection('orders', 'returns'), ids.return, { $set: { order_id: 987_654 } }),
    },
    {
      rule: 'cart-not-emptied',
      what: 'a cart that still contains items which were ordered from it',
      subject: () => `carts/${ids.user}`,
      plant: async () => {
        const items = [{ product_id: ids.product, amount: 1 }];
        await collection('orders', 'carts').updateOne(
          { _id: ids.user },
          { $set: { items }, $inc: { version: -1 } },
        );
        return nothing;
      },
    },
    {
      rule: 'cart-not-emptied',
      what: 'a missing cart',
      subject: () => `carts/${ids.user}`,
      plant: async () => {
        await collection('orders', 'carts').deleteOne({ _id: ids.user });
        return nothing;
      },
    },
    {
      rule: 'order-count-differs',
      what: 'a stored count of orders that is too high by one',
      subject: () => 'counters/pending:1',
      plant: async () => {
        await collection('orders', 'counters').updateOne(
          { status: 'pending', count: { $gt: 0 } },
          { $inc: { count: 1 } },
        );
        return nothing;
      },
    },
    {
      rule: 'stock-negative',
      what: 'stock below zero',
      subject: () => `inventory/${ids.product}`,
      plant: () => change(inventory(), ids.product, { $set: { stock: -3 } }),
    },
    {
      rule: 'stock-differs',
      what: 'stock that no command set',
      subject: () => `inventory/${ids.product}`,
      plant: () => change(inventory(), ids.product, { $inc: { stock: 7, version: 1 } }),
    },
    {
      rule: 'counter-behind',
      what: 'an id counter of the catalog that contains text',
      subject: () => 'counters/products',
      plant: async () => {
        await collection('catalog', 'counters').updateOne({ _id: 'products' } as never, {
          $set: { version: 'x' },
        });
        return nothing;
      },
    },
    {
      rule: 'order-made-twice',
      what: 'an order with a wrong id of the command that created it',
      subject: () => `orders/${ids.order}`,
      plant: () => change(orders(), ids.order, { $set: { created_by_command: 'another' } }),
    },
    {
      rule: 'order-without-command',
      what: 'an order that was inserted directly into the database',
      subject: () => 'orders/0',
      plant: () => twinOrder({ order_number: 'HAND-1', created_by_command: 'hand' }),
    },
    {
      rule: 'product-copy-differs',
      what: 'a copy of a product with another price at the same version',
      subject: () => `products/${ids.product}`,
      plant: async () => {
        await collection('orders', 'products').updateOne({ _id: ids.product }, { $set: { price: 700 } });
        return nothing;
      },
    },
    {
      rule: 'ledger-behind',
      what: 'an order that was changed directly in the database',
      subject: () => `orders/${ids.order}`,
      plant: async () => {
        await orders().updateOne({ _id: ids.order }, { $inc: { version: 1 } });
        return nothing;
      },
    },
    {
      rule: 'ledger-behind',
      what: 'an order that was changed directly in the database and then got a note',
      subject: () => `orders/${ids.order}`,
      plant: async () => {
        await orders().updateOne({ _id: ids.order }, { $inc: { version: 1 } });
        const { version } = (await orders().findOne({ _id: ids.order })) as unknown as { version: number };
        const at = new Date().toISOString();
        const _id = noteId(`orders/${ids.order}`, version, at, 'note');
        await collection('orders', 'ledger').insertOne({ _id, at, kind: 'noted', note: 'Ring' } as never);
        return nothing;
      },
    },
    {
      rule: 'ledger-behind',
      what: 'a product whose only ledger row is missing',
      subject: () => `products/${ids.product}`,
      plant: async () => {
        await collection('catalog', 'ledger').deleteOne({
          _id: rowId(`products/${ids.product}`, 1),
        } as never);
        return nothing;
      },
    },
    {
      rule: 'ledger-behind',
      what: 'stock that changed without a ledger row of its own or of an order',
      subject: () => `inventory/${ids.spare}`,
      plant: async () => {
        await inventory().updateOne({ _id: ids.spare }, { $inc: { version: 1 } });
        return nothing;
      },
    },
    {
      rule: 'record-lost',
      what: 'a missing subscription',
      subject: () => `subscriptions/${ids.subscription}`,
      plant: async () => {
        const subscriptions = collection('catalog', 'subscriptions');
        const before = await subscriptions.findOneAndDelete({ _id: ids.subscription });
        if (!before) throw new Error(`subscriptions/${ids.subscription} is not there`);
        return async () => {
          await subscriptions.insertOne(before);
        };
      },
    },
    {
      rule: 'ledger-gap',
      what: 'a timeline in which an entry between two others is missing',
      subject: () => `subscriptions/${ids.subscription}`,
      plant: async () => {
        const ledger = collection('catalog', 'ledger');
        const subscriptions = collection('catalog', 'subscriptions');
        const before = (await subscriptions.findOne({ _id: ids.subscription })) as {
          version?: number;
        } | null;
        const [gone, kept] = [1, 2].map((later) => ({
          _id: rowId(`subscriptions/${ids.subscription}`, (before?.version ?? 0) + later),
          at: '2026-01-01T00:00:00.000Z',
          kind: 'changed',
          changes: [],
        }));
        await subscriptions.updateOne({ _id: ids.subscription }, { $inc: { version: 2 } });
        await ledger.insertOne(kept as never);
        return async () => {
          await ledger.insertOne(gone as never);
        };
      },
    },
    {
      rule: 'ledger-ahead',
      what: 'an order with a lower version than the last entry of its timeline',
      subject: () => `orders/${ids.checkout}`,
      plant: async () => {
        const row = {
          _id: rowId(`orders/${ids.checkout}`, 2),
          at: '2026-01-01T00:00:00.000Z',
          kind: 'changed',
        };
        await collection('orders', 'ledger').insertOne(row as never);
        return async () => {
          await collection('orders', 'ledger').deleteOne({ _id: row._id } as never);
        };
      },
    },
    {
      rule: 'outbox-stuck',
      what: 'events that have waited too long to be published',
      subject: () => 'catalog.events',
      plant: async () => {
        const log = collection('catalog', 'event_log');
        const _id = new mongoose.mongo.ObjectId();
        // The relay assigns no position to this entry, because its event count is 0. So the entry stays unpublished.
        await log.insertOne({
          _id,
          at: '2026-01-01T00:00:00.000Z',
          position: 0,
          count: 0,
          events: null,
        } as never);
        return async () => {
          await log.deleteOne({ _id } as never);
        };
      },
    },
  ];
}
