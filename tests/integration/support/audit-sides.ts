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
  /** The part of the data that is damaged, and the damage. */
  side: string;
  /** Steps before the damage, for example making records old. */
  before?: Step[];
  plant: Step[];
  /**
   * `restored`: the repair restores the data from before the damage. `as damaged`: the repair writes no data,
   * and an operator must repair the damage.
   */
  becomes: 'restored' | 'as damaged';
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
    side: 'list: the row is missing',
    plant: [remove('order_items', lines.untouched)],
  },
  {
    rule: 'item-row-missing',
    subject: ofItem(99),
    becomes: 'as damaged',
    side: 'order: a line of no command',
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
    side: 'list: another amount',
    plant: [set('order_items', lines.untouched, wrongAmount)],
  },
  {
    rule: 'item-row-differs',
    subject: ofItem(lines.untouched),
    becomes: 'as damaged',
    side: 'order: another amount',
    plant: [set('orders', 1, wrongLine)],
  },
  {
    rule: 'item-row-differs',
    subject: ofItem(lines.changed),
    becomes: 'as damaged',
    side: 'order: another amount than a command set, without events',
    before: [forgetEvents],
    plant: [set('orders', 3, wrongLine)],
  },
  {
    rule: 'item-row-differs',
    subject: ofItem(lines.left),
    becomes: 'as damaged',
    side: 'either: another amount, and the ledger lacks a version',
    before: [forgetEvents],
    plant: [remove('ledger', 'orders/3:0000000002'), set('order_items', lines.left, wrongAmount)],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(99),
    becomes: 'as damaged',
    side: 'either: an item row that its order never had, perhaps of another order',
    plant: [addRow(lines.untouched, { _id: 99 }), set('counters', 'order_items', { $set: { version: 99 } })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.removed),
    becomes: 'restored',
    side: 'list: an item row of a line that a command removed',
    before: [forgetEvents, forgetDeletions],
    plant: [addRow(lines.left, { _id: lines.removed })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.deleted),
    becomes: 'restored',
    side: 'list: an item row of an order that a command deleted',
    plant: [addRow(lines.untouched, { _id: lines.deleted, order_id: 4 })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.removed),
    becomes: 'as damaged',
    side: 'either: an item row of a deleted order that did not have the line',
    plant: [addRow(lines.untouched, { _id: lines.removed, order_id: 4 })],
  },
  {
    rule: 'item-row-extra',
    subject: ofItem(lines.removed),
    becomes: 'as damaged',
    side: 'either: an item row of an order without any other trace',
    plant: [addRow(lines.untouched, { _id: lines.removed, order_id: 777 })],
  },
  {
    rule: 'item-lost',
    subject: ofItem(lines.untouched),
    becomes: 'as damaged',
    side: 'order: it lost a line',
    plant: [lose(1, lines.untouched)],
  },
  {
    rule: 'order-lost',
    subject: 'orders/1',
    becomes: 'as damaged',
    side: 'order: the order and its creating command are missing',
    plant: [loseOrder],
  },
  {
    rule: 'history-differs',
    subject: 'orders/2',
    becomes: 'as damaged',
    side: 'order: another status',
    plant: [set('orders', 2, { $set: { status: 'cancelled' } })],
  },
  {
    rule: 'history-missing',
    subject: 'orders/2',
    becomes: 'as damaged',
    side: 'order: no history',
    plant: [set('orders', 2, { $unset: { history: 1 } })],
  },
  {
    rule: 'email-key-differs',
    subject: 'users/1',
    becomes: 'restored',
    side: 'key: another e-mail key',
    plant: [set('users', 1, { $set: { email_key: 'eve@example.com' } })],
  },
  {
    rule: 'email-key-differs',
    subject: 'users/1',
    becomes: 'as damaged',
    side: 'user: another e-mail',
    plant: [set('users', 1, { $set: { email: 'eve@example.com' } })],
  },
  {
    rule: 'order-text-differs',
    subject: 'order_texts/1',
    becomes: 'restored',
    side: 'text: another text of the order in the search index',
    plant: [set('order_texts', 1, { $set: { text: 'another' } })],
  },
  {
    rule: 'order-text-differs',
    subject: 'order_texts/1',
    becomes: 'as damaged',
    side: 'order: another number and search text, so that only the search index has the former values',
    plant: [set('orders', 1, { $set: { order_number: 'X-1', search: 'x-1' } })],
  },
  {
    rule: 'order-text-extra',
    subject: 'order_texts/4',
    becomes: 'restored',
    side: 'text: of an order that a command deleted',
    plant: [add('order_texts', { _id: 4, version: 1, text: 'of order 4' })],
  },
  {
    rule: 'order-text-extra',
    subject: 'order_texts/777',
    becomes: 'as damaged',
    side: 'either: a text of an unknown order',
    plant: [add('order_texts', { _id: 777, version: 1, text: 'of order 777' })],
  },
  {
    rule: 'held-differs',
    subject: 'inventory/1',
    becomes: 'restored',
    side: 'stock record: a wrong number of held units',
    plant: [set('inventory', 1, { $inc: { held: 4 } })],
  },
  {
    rule: 'held-differs',
    subject: 'inventory/1',
    becomes: 'as damaged',
    side: 'order: a line that holds other units',
    plant: [set('orders', 1, { $set: { 'items.0.held': 1 } })],
  },
  {
    rule: 'person-not-erased',
    subject: 'users/1',
    becomes: 'as damaged',
    side: 'erasure: the erasure of a person whom no command erased',
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
    becomes: 'as damaged',
    side: 'order: another customer’s order contains the erased customer’s id',
    plant: [set('orders', 1, { $set: { user_id: 3 } })],
  },
  {
    rule: 'person-not-erased',
    subject: 'users/3',
    becomes: 'as damaged',
    side: 'address: another customer’s address contains the erased customer’s id',
    plant: [set('addresses', 1, { $set: { user_id: 3, created_at: '2026-01-01T00:00:00.000Z' } })],
  },
  {
    rule: 'order-text-differs',
    subject: 'order_texts/1',
    becomes: 'as damaged',
    side: 'text: of a later version than its order',
    plant: [set('order_texts', 1, { $set: { version: 9, text: 'what the order was' } })],
  },
  {
    rule: 'counter-behind',
    subject: 'users/9000000000000000',
    becomes: 'as damaged',
    side: 'record: an id that was never assigned',
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
    becomes: 'as damaged',
    before: [forgetDeletions, age],
    side: 'record: it is missing, but its timeline continues',
    plant: [remove('users', 2)],
  },
  {
    rule: 'address-lost',
    subject: 'addresses/2',
    becomes: 'as damaged',
    before: [forgetDeletions, age],
    side: 'record: it is missing, but its timeline continues',
    plant: [remove('addresses', 2)],
  },
  {
    rule: 'record-lost',
    subject: 'settings/1',
    becomes: 'as damaged',
    before: [setSettings],
    side: 'record: it is missing, but its timeline continues',
    plant: [remove('settings', 1)],
  },
  {
    rule: 'stock-missing',
    subject: 'inventory/2',
    becomes: 'restored',
    side: 'record: it is missing, but its timeline continues',
    plant: [remove('inventory', 2)],
  },
  {
    rule: 'stock-missing',
    subject: 'inventory/2',
    becomes: 'restored',
    before: [loseUnits],
    side: 'record: it is missing, and a return recorded some of its units as lost',
    plant: [remove('inventory', 2)],
  },
  {
    rule: 'stock-missing',
    subject: 'inventory/2',
    becomes: 'as damaged',
    side: 'record: it is missing, and its timeline lacks a version',
    plant: [remove('ledger', 'orders/3:0000000003'), remove('inventory', 2)],
  },
];
