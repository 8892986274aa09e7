import { isDeepStrictEqual } from 'node:util';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { repairOne, wantedRepairs } from '#shared/engine/audit/repair-findings.ts';
import { runAudit } from '#shared/engine/audit/run-audit.ts';
import { type RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { Finding } from '#shared/engine/decide/audit-finding.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { beginData } from '#shared/platform/mongo/data-version.ts';
import { holdIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import type { Cart, Erasure } from '#services/orders/records/tables.ts';
import { orders } from '#services/orders/service.ts';
import { cleanOwnTimelines } from '#services/orders/erasure/storage/clean-ledger.ts';
import { cleanSearch } from '#services/orders/erasure/storage/erasure-rounds.ts';
import { eraseBroughtBack } from '#services/orders/erasure/storage/brought-back.ts';
import { erasedPeople } from '#services/orders/erasure/storage/erased-people.ts';
import { indexOrders } from '#services/orders/lists/storage/search-index.ts';
import { aProduct, command } from '../../unit/support/orders-world.ts';
import { add, auditSides, lines, set, type Dump, type Stored } from '../support/audit-sides.ts';
import { auditWithoutPauses, runEach, useOrders } from '../support/own-orders.ts';
import { quiet } from '../support/own-servers.ts';

const own = await useOrders();
const db = driverDatabase(own.database);
let run: RunBatch;
let sound: Dump;
const data = () => ({ db, sound, does });
const does = (...commands: Command[]) => runEach(run, commands);

beforeAll(async () => {
  const { database, models } = own;
  await beginData(database, newestVersion(ordersData), 'test');
  await holdIdentity(database, { currency: 'USD', timeZone: 'UTC' });
  run = own.runner();
  await models.products.collection.insertMany([aProduct(1), aProduct(2)] as never[]);
  for (const [index, name] of ['Layla', 'Omar', 'Ghost'].entries()) {
    await does(command('users.create', { body: { name, email: `${name}@example.com` } }));
    const place = { user_id: index + 1, line1: '1 Main Street', city: 'Amman', country: 'JO' };
    await does(command('addresses.create', { body: place }));
  }
  for (const product of [1, 2])
    await does(command('inventory.set', { params: { product }, body: { stock: 20 } }));
  await does(order([1, 2], [2, 3]));
  await does(command('cart.add', { as: 2, body: { product_id: 1, amount: 1 } }));
  await does(command('orders.checkout', { as: 2, body: { payment_method: 1, address_id: 2 } }));
  await does(command('orders.update', { params: { order: 2 }, body: { status: 'confirmed' } }));
  await does(order([1, 2], [2, 1], [2, 2]));
  await does(
    command('order-items.update', { params: { order_item: lines.changed }, body: { amount: 4 } }),
    command('order-items.delete', { params: { order_item: lines.removed } }),
  );
  await does(order([1, 1]));
  await does(command('orders.delete', { params: { order: 4 } }));
  await does(command('users.delete', { params: { user: 3 }, body: {} }));
  await cleanAfterErasure();
  while ((await indexOrders(models)) > 0);
  await models.orderTexts.deleteMany({ text: '' });
  expect(models.ledger.collection.name).toBe('ledger');
  sound = await dump();
  expect(named(await audited())).toEqual([]);
});

/** Restores the undamaged data. */
beforeEach(async () => {
  const there = await dump();
  for (const name of new Set([...there.keys(), ...sound.keys()])) {
    if (isDeepStrictEqual(there.get(name), sound.get(name))) continue;
    const documents = [...(sound.get(name)?.values() ?? [])];
    await db.collection(name).deleteMany({});
    if (documents.length > 0) await db.collection(name).insertMany(documents as never[]);
  }
});

/** Removes a deleted user's personal data, as the background job of the erasure does. */
async function cleanAfterErasure(): Promise<void> {
  const erasures = db.collection<Erasure>('erasures');
  const people = erasedPeople(await erasures.find().toArray());
  const cleaning = { db, run, decimals: 2, log: quiet };
  for (const step of [cleanSearch, cleanOwnTimelines]) await step(cleaning, people, null);
  await erasures.updateMany({}, { $set: { rounds: 3, due_at: null } });
}

function order(...items: [product: number, amount: number][]): Command {
  const body = {
    user_id: 1,
    address_id: 1,
    payment_method: 1 as const,
    status: 'pending' as const,
    total: 100,
  };
  return command('orders.create', {
    body: { ...body, items: items.map(([product_id, amount]) => ({ product_id, amount })) },
  });
}

async function dump(): Promise<Dump> {
  const all = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  const names = all.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  const found = names.map(async (name): Promise<[string, Map<string, Stored>]> => {
    const documents = (await db.collection(name).find().toArray()) as unknown as Stored[];
    return [name, new Map(documents.map((document) => [String(document._id), document]))];
  });
  return new Map(await Promise.all(found));
}

async function audited(): Promise<Finding[]> {
  const report = await runAudit(orders.sections({ keepsBaselines: false }), auditWithoutPauses(own), {
    settleMs: 0,
    judges: orders.repairs,
  });
  expect(report.not_checked).toEqual([]);
  // No relay publishes this database's events, so they look stuck.
  return report.findings.filter(({ rule }) => rule !== 'outbox-stuck');
}

/** Repairs all findings, as `npm run audit -- --repair` does. */
async function repaired(findings: readonly Finding[]): Promise<string[]> {
  const { database } = auditWithoutPauses(own);
  const done: string[] = [];
  for (const wanted of wantedRepairs(findings))
    done.push((await repairOne(database, orders.repairs, wanted, { isDry: false, run: 'run' })) ?? 'nothing');
  return done;
}

const named = (findings: readonly Finding[]) =>
  findings.map(({ rule, subject, repair }) => `${rule} ${subject}${repair ? '' : ' (a person)'}`).sort();

/** Collections to which a repair only adds documents. */
const addedTo = new Set(['ledger', 'event_log']);
/** Fields that change with every change of a record, even if a repair makes it. */
const bookkeeping = new Set(['version', 'log', 'updated_at', 'search', 'text', 'fresh', 'grams']);

interface Difference {
  /** The documents that are missing afterwards. */
  lost: string[];
  /** Fields that changed. */
  overwritten: string[];
  added: string[];
}
const none: Difference = { lost: [], overwritten: [], added: [] };

/** Compares the data before and after. The fields in `ignoring` may differ. */
function difference(before: Dump, after: Dump, ignoring: ReadonlySet<string>): Difference {
  const found: Difference = { lost: [], overwritten: [], added: [] };
  for (const collection of new Set([...before.keys(), ...after.keys()])) {
    const [had, has] = [before, after].map((one) => one.get(collection) ?? new Map<string, Stored>()) as [
      Map<string, Stored>,
      Map<string, Stored>,
    ];
    for (const [id, document] of had) {
      const now = has.get(id);
      // Each audit recounts the orders, so counts may differ.
      if ('count' in document && collection === 'counters') continue;
      if (!now) found.lost.push(`${collection}/${id}`);
      else
        found.overwritten.push(
          ...differing(document, now, ignoring).map((name) => `${collection}/${id}.${name}`),
        );
    }
    for (const id of has.keys())
      if (!had.has(id) && !addedTo.has(collection) && !('count' in (has.get(id) ?? {})))
        found.added.push(`${collection}/${id}`);
  }
  return found;
}

function differing(before: Stored, after: Stored, ignoring: ReadonlySet<string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !ignoring.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

// tests/unit/orders/audit has every kind of evidence. These tests prove that the audit reads the evidence
// from MongoDB.
test.each(auditSides)(
  'if $side, the audit reports the fault $rule, and after a run of the repair the data is $becomes',
  async (one) => {
    const { rule, subject, before = [], plant, becomes } = one;
    for (const step of before) await step(data());
    const asCommandsLeftIt = await dump();
    for (const damage of plant) await damage(data());
    const damaged = await dump();
    const findings = await audited();
    const expected = `${rule} ${subject}${becomes === 'unchanged' ? ' (a person)' : ''}`;
    expect(named(findings)).toContain(expected);
    const done = await repaired(findings);
    const after = await dump();
    if (becomes === 'unchanged')
      expect({ ...difference(damaged, after, new Set()), done }).toEqual({ ...none, done });
    else expect({ ...difference(asCommandsLeftIt, after, bookkeeping), done }).toEqual({ ...none, done });
    const left = named(await audited()).filter((found) => found.startsWith(`${rule} ${subject}`));
    expect(left).toEqual(becomes === 'unchanged' ? [expected] : []);
  },
);

test('if an operator adds an erased user to the database again, the audit’s repair has the user erased again', async () => {
  const again = {
    ...sound.get('users')?.get('1'),
    _id: 3,
    email: 'three@example.com',
    email_key: 'three',
    created_by_command: 'three',
  };
  await add('users', again)(data());
  const findings = await audited();
  expect(named(findings)).toContain('person-not-erased users/3');
  await repaired(findings);
  const cleaning = { db, run, decimals: 2, log: quiet };
  expect(await eraseBroughtBack(cleaning, new Date().toISOString())).toBe(true);
  expect(await db.collection('users').findOne({ _id: 3 } as object)).toBeNull();
  await cleanAfterErasure();
  expect(named(await audited())).toEqual([]);
});

test('the audit’s repair raises the user id counter if it is below an erased user’s id, even if the database no longer records this user’s deletion', async () => {
  await db.collection('deletions').deleteMany({});
  await set('counters', 'users', { $set: { version: 2 } })(data());
  const findings = await audited();
  expect(named(findings)).toContain('counter-behind counters/users');
  await repaired(findings);
  expect(await db.collection('counters').findOne({ _id: 'users' } as object)).toMatchObject({ version: 3 });
});

test('the audit’s repair corrects a wrong number of units held for orders even if commands changed the stock record after the damage', async () => {
  await set('inventory', 1, { $inc: { held: 4 } })(data());
  await does(order([1, 3]));
  await repaired(await audited());
  expect(await db.collection('inventory').findOne({ _id: 1 } as object)).toMatchObject({
    held: 10,
    stock: 10,
  });
});

test('if a cart still contains items after its checkout, the audit’s repair empties the cart only if these are exactly the ordered items', async () => {
  const cart = { items: [{ product_id: 1, amount: 1 }], version: 1 };
  await set('carts', 2, { $set: cart })(data());
  await repaired(await audited());
  expect(await db.collection('carts').findOne({ _id: 2 } as object)).toMatchObject({ version: 2, items: [] });
  await set('carts', 2, { $set: { ...cart, items: [{ product_id: 1, amount: 7 }] } })(data());
  await repaired(await audited());
  expect(await db.collection('carts').findOne({ _id: 2 } as object)).toMatchObject({
    version: 2,
    items: [{ product_id: 1, amount: 7 }],
  });
});

test('the audit’s repair does not empty a cart if the only damage is a wrong cart version in an order', async () => {
  await does(command('cart.add', { as: 2, body: { product_id: 2, amount: 5 } }));
  const carts = db.collection<Cart>('carts');
  const cart = await carts.findOne({ _id: 2 });
  await set('orders', 2, { $set: { cart_version: cart?.version } })(data());
  await repaired(await audited());
  expect(await carts.findOne({ _id: 2 })).toMatchObject({ items: cart?.items });
});
