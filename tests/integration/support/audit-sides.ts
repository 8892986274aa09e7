import { expect } from '@jest/globals';
import type { mongo } from 'mongoose';
import type { AuditRuleName } from '#shared/contracts/audit-rules.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { command } from '../../unit/support/orders-world.ts';

export type Stored = Record<string, unknown> & { _id: unknown };
/** Every document of the database, keyed by collection and id. */
export type Dump = Map<string, Map<string, Stored>>;

interface AuditedData {
  db: mongo.Db;
  /** The data before any damage. */
  sound: Dump;
  /** Executes each command in a separate batch. */
  does: (...commands: Command[]) => Promise<void>;
}

type Step = (data: AuditedData) => Promise<void>;

/**
 * Line ids in four orders: 1 is unchanged, 2 is a confirmed checkout, 3 lost one of its three lines to a command, and 4 was
 * deleted.
 */
export const lines = {
  untouched: 1,
  alsoUntouched: 2,
  ofCheckout: 3,
  changed: 4,
  removed: 5,
  left: 6,
  deleted: 7,
};

export const set =
  (collection: string, id: number | string, update: object): Step =>
  async ({ db }) => {
    const { matchedCount } = await db.collection(collection).updateOne({ _id: id } as object, update);
    expect(matchedCount).toBe(1);
  };
const remove =
  (collection: string, id: number | string): Step =>
  async ({ db }) => {
    const { deletedCount } = await db.collection(collection).deleteOne({ _id: id } as object);
    expect(deletedCount).toBe(1);
  };
export const add =
  (collection: string, document: Stored): Step =>
  async ({ db }) => {
    await db.collection(collection).insertOne(document as never);
  };
/** Adds a copy of the row of an order's line. */
const addRow =
  (like: number, fields: Stored): Step =>
  async (data) => {
    await add('order_items', { ...data.sound.get('order_items')?.get(String(like)), ...fields })(data);
  };
const lose = (orderId: number, line: number) => set('orders', orderId, { $pull: { items: { id: line } } });
const loseOrder: Step = async (data) => {
  await remove('orders', 1)(data);
  await data.db.collection('inbox').deleteMany({});
};
const forgetEvents: Step = async ({ db }) => {
  await db.collection('event_log').deleteMany({});
};
/** Makes the store forget deleted lines, as it does after 90 days unless a timeline still contains them. */
const forgetDeletions: Step = async ({ db }) => {
  await db.collection('deletions').deleteMany({});
};

/** Makes records so old that the audit no longer relies on stored deletions for them. */
const age: Step = async ({ db }) => {
  const longAgo = { $set: { created_at: '2020-01-01T00:00:00.000Z' } };
  for (const name of ['orders', 'addresses']) await db.collection(name).updateMany({}, longAgo);
};
const setSettings: Step = ({ does }) => does(command('settings.update', { body: { en: { name: 'Shop' } } }));
const loseUnits: Step = async ({ does }) => {
  for (const status of ['confirmed', 'preparing', 'shipped', 'delivered'] as const)
    await does(command('orders.update', { params: { order: 3 }, body: { status } }));
  const line = { item_id: lines.left, amount: 1 };
  await does(command('returns.create', { params: { order: 3 }, body: { lines: [line] } }));
  const received = [{ item_id: lines.left, received: 1, restock: false }];
  await does(
    command('returns.update', { params: { return: 1 }, body: { status: 'received', lines: received } }),
  );
};

interface AuditSide {
  rule: AuditRuleName;
  subject: string;
  /** The damage, as a clause of the test’s name. */
  side: string;
  /** Steps before the damage, for example making records old. */
  before?: Step[];
  plant: Step[];
  /**
   * `restored`: the repair restores the data from before the damage. `unchanged`: the repair writes no data,
   * and an operator must repair the damage.
   */
  becomes: 'restored' | 'unchanged';
}

const ofItem = (id: number) => `order_items/${id}`;
const wrongAmount = { $set: { amount: 9 } };
const wrongLine = { $set: { 'items.0.amount': 9 } };

/**
 * Each entry damages one of the records that must agree, such as an order and its item row. The steps change the data that
 * tests/integration/orders/audit-sides.test.ts creates.
 */
export const auditSides: AuditSide[] = [
  {
    rule: 'item-row-missing',
    subject: ofItem(lines.untouched),
    becomes: 'restored',
    side: 'a row is missing from the list of order items',
    plant: [remove('order_items', lines.untouched)],
  },
  {
    rule: 'item-row-missing',
    subject: ofItem(99),
    becomes: 'unchanged',
    side: 'an order contains a line that no command added',
    plant: [
      async (data) => {
        const [line] = data.sound.get('orders')?.get('1')?.['items'] as object[];
        await set('orders', 1, { $push: { items: { ...line, id: 99, held: 0 } } })(data);
      },
    ],
  },
  {
    rule: 'item-row-differs',
    subject: ofItem(lines.untouched),
    becomes: 'restored',
    side: 'a row in the list of order items has a wrong amount',
    plant: [set('order_items', lines.untouched, wrongAmount)],
  },
  {
    rule: 'item-row-differs',
    subject: ofItem(lines.untouched),
    becomes: 'unchanged',
    side: 'a line of an order has a wrong amount',
    plant: [set('orders', 1, wrongLine)],
  },
  {
    rule: 'item-row-differs',
    subject: ofItem(lines.changed),
    becomes: 'unchanged',
    side: 'a line of an order has a wrong amount and the order’s events are missing',
    before: [forgetEvents],
    plant: [set('orders', 3, wrongLine)],
  },
  {
    rule: 'item-row-differs',
    subject: ofItem(lines.left),
    becomes: 'unchanged',
    side: 'a row in the list of order items has a wrong amount and a row is missing from the order’s ledger of changes',
    before: [forgetEvents],
    plant: [remove('ledger', 'orders/3:0000000002'), set('order_items', lines.left, wrongAmount)],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(99),
    becomes: 'unchanged',
    side: 'the list of order items has a row that its order never had',
    plant: [addRow(lines.untouched, { _id: 99 }), set('counters', 'order_items', { $set: { version: 99 } })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.removed),
    becomes: 'restored',
    side: 'the list of order items has a row of a line that a command removed',
    before: [forgetEvents, forgetDeletions],
    plant: [addRow(lines.left, { _id: lines.removed })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.deleted),
    becomes: 'restored',
    side: 'the list of order items has a row of an order that a command deleted',
    plant: [addRow(lines.untouched, { _id: lines.deleted, order_id: 4 })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.removed),
    becomes: 'unchanged',
    side: 'the list of order items has a row that its deleted order never had',
    plant: [addRow(lines.untouched, { _id: lines.removed, order_id: 4 })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.removed),
    becomes: 'unchanged',
    side: 'the list of order items has a row of an order of which nothing else is stored',
    plant: [addRow(lines.untouched, { _id: lines.removed, order_id: 777 })],
  },
  {
    rule: 'item-lost',
    subject: ofItem(lines.untouched),
    becomes: 'unchanged',
    side: 'an order lost a line',
    plant: [lose(1, lines.untouched)],
  },
  {
    rule: 'order-lost',
    subject: 'orders/1',
    becomes: 'unchanged',
    side: 'an order and the outcome of the command that created it are missing',
    plant: [loseOrder],
  },
  {
    rule: 'history-differs',
    subject: 'orders/2',
    becomes: 'unchanged',
    side: 'the status of an order differs from the last status in its history',
    plant: [set('orders', 2, { $set: { status: 'cancelled' } })],
  },
  {
    rule: 'history-missing',
    subject: 'orders/2',
    becomes: 'unchanged',
    side: 'an order has no history',
    plant: [set('orders', 2, { $unset: { history: 1 } })],
  },
  {
    rule: 'email-key-differs',
    subject: 'users/1',
    becomes: 'restored',
    side: 'the unique key derived from a user’s e-mail address is wrong',
    plant: [set('users', 1, { $set: { email_key: 'eve@example.com' } })],
  },
  {
    rule: 'email-key-differs',
    subject: 'users/1',
    becomes: 'unchanged',
    side: 'the e-mail address of a user is wrong and does not match the unique key derived from it',
    plant: [set('users', 1, { $set: { email: 'eve@example.com' } })],
  },
  {
    rule: 'order-text-differs',
    subject: 'order_texts/1',
    becomes: 'restored',
    side: 'the search index has a wrong text of an order',
    plant: [set('order_texts', 1, { $set: { text: 'another' } })],
  },
  {
    rule: 'order-text-differs',
    subject: 'order_texts/1',
    becomes: 'unchanged',
    side: 'the number and search text of an order were replaced, but not in the search index',
    plant: [set('orders', 1, { $set: { order_number: 'X-1', search: 'x-1' } })],
  },
  {
    rule: 'order-text-extra',
    subject: 'order_texts/4',
    becomes: 'restored',
    side: 'the search index has a text of an order that a command deleted',
    plant: [add('order_texts', { _id: 4, version: 1, text: 'of order 4' })],
  },
  {
    rule: 'order-text-extra',
    subject: 'order_texts/777',
    becomes: 'unchanged',
    side: 'the search index has a text of an unknown order',
    plant: [add('order_texts', { _id: 777, version: 1, text: 'of order 777' })],
  },
  {
    rule: 'held-differs',
    subject: 'inventory/1',
    becomes: 'restored',
    side: 'a stock record has a wrong number of units held for orders',
    plant: [set('inventory', 1, { $inc: { held: 4 } })],
  },
  {
    rule: 'held-differs',
    subject: 'inventory/1',
    becomes: 'unchanged',
    side: 'a line of an order records a wrong number of held units',
    plant: [set('orders', 1, { $set: { 'items.0.held': 1 } })],
  },
  {
    rule: 'person-not-erased',
    subject: 'users/1',
    becomes: 'unchanged',
    side: 'an erasure is recorded for a person whom no command erased',
    plant: [
      add('erasures', {
        _id: 1,
        version: 1,
        at: '2026-01-01T00:00:00.000Z',
        owners: [],
        addresses: [],
        by: null,
        rounds: 3,
        due_at: null,
      }),
    ],
  },
  {
    rule: 'person-not-erased',
    subject: 'users/3',
    becomes: 'unchanged',
    side: 'an order of another customer contains the id of an erased customer',
    plant: [set('orders', 1, { $set: { user_id: 3 } })],
  },
  {
    rule: 'person-not-erased',
    subject: 'users/3',
    becomes: 'unchanged',
    side: 'an address of another customer contains the id of an erased customer',
    plant: [set('addresses', 1, { $set: { user_id: 3, created_at: '2026-01-01T00:00:00.000Z' } })],
  },
  {
    rule: 'order-text-differs',
    subject: 'order_texts/1',
    becomes: 'unchanged',
    side: 'the search index has a later version of an order than the order itself',
    plant: [set('order_texts', 1, { $set: { version: 9, text: 'what the order was' } })],
  },
  {
    rule: 'counter-behind',
    subject: 'users/9000000000000000',
    becomes: 'unchanged',
    side: 'a user has an id that was never assigned',
    plant: [
      async (data) => {
        const twin = { ...data.sound.get('users')?.get('1'), _id: 9_000_000_000_000_000 } as Stored;
        await add('users', { ...twin, email_key: 'x', created_by_command: 'x' })(data);
      },
    ],
  },
  {
    rule: 'user-lost',
    subject: 'users/2',
    becomes: 'unchanged',
    before: [forgetDeletions, age],
    side: 'a user is missing although the user’s timeline records no deletion',
    plant: [remove('users', 2)],
  },
  {
    rule: 'address-lost',
    subject: 'addresses/2',
    becomes: 'unchanged',
    before: [forgetDeletions, age],
    side: 'an address is missing although its timeline records no deletion',
    plant: [remove('addresses', 2)],
  },
  {
    rule: 'record-lost',
    subject: 'settings/1',
    becomes: 'unchanged',
    before: [setSettings],
    side: 'the shop settings are missing although their timeline records no deletion',
    plant: [remove('settings', 1)],
  },
  {
    rule: 'stock-missing',
    subject: 'inventory/2',
    becomes: 'restored',
    side: 'a stock record is missing although its timeline records no deletion',
    plant: [remove('inventory', 2)],
  },
  {
    rule: 'stock-missing',
    subject: 'inventory/2',
    becomes: 'restored',
    before: [loseUnits],
    side: 'a stock record is missing after a return recorded some of its units as lost',
    plant: [remove('inventory', 2)],
  },
  {
    rule: 'stock-missing',
    subject: 'inventory/2',
    becomes: 'unchanged',
    side: 'a stock record is missing and its timeline lacks an entry',
    plant: [remove('ledger', 'orders/3:0000000003'), remove('inventory', 2)],
  },
];
