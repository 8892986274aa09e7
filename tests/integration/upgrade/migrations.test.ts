import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import { orderNumber } from '#services/orders/rules/order-number.ts';
import { driverDatabase } from '#shared/mongo/connect.ts';
import { migrateData } from '#shared/mongo/migrate.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import { openDatabase, type OwnDatabase } from '../support/own-servers.ts';

type Document = { _id: unknown } & Record<string, unknown>;

let own: OwnDatabase;
beforeEach(async () => {
  own = await openDatabase();
});
afterEach(() => own.close());

function collection(name: string) {
  return driverDatabase(own.database).collection<Document>(name);
}

async function migrate(data: ServiceData): Promise<void> {
  const { database } = own;
  await migrateData({ database, data, release: '0.4.0', holder: 'test', say: () => undefined });
}

async function found(name: string): Promise<Document[]> {
  return collection(name).find({}).sort({ _id: 1 }).toArray();
}

/** An earlier release's inbox record of a command that created a record. */
function kept(id: string, type: string, location: string): Document {
  return {
    _id: id,
    type,
    owner: 'admin:admin',
    fingerprint: 'f',
    state: 'done',
    outcome: { status: 201, location, version: 1, body: '{}' },
  };
}

describe('records of earlier releases', () => {
  test('a migration adds the creating command to orders data wherever the inbox knows it', async () => {
    await collection('inbox').insertMany([
      kept('c-order', 'orders.checkout', '/api/client/orders/12'),
      kept('c-named', 'orders.create', '/api/admin/orders/13'),
      kept('c-gone', 'orders.create', '/api/admin/orders/99'),
      kept('c-user', 'users.create', '/api/admin/users/5'),
      kept('c-address', 'own-addresses.create', '/api/client/addresses/6'),
      kept('c-item', 'order-items.create', '/api/admin/profile/order-items/31'),
      { ...kept('c-parked', 'users.create', '/api/admin/users/8'), state: 'parked' },
    ]);
    await collection('orders').insertMany([
      { _id: 12, version: 4, items: [{ id: 30 }, { id: 31 }] },
      { _id: 13, version: 1, items: [], created_by_command: 'c-named:later' },
      { _id: 14, version: 1, items: [] },
    ]);
    await collection('order_items').insertMany([
      { _id: 30, order_id: 12 },
      { _id: 31, order_id: 12 },
    ]);
    await collection('users').insertMany([{ _id: 5 }, { _id: 8 }]);
    await collection('addresses').insertOne({ _id: 6 });
    await migrate(ordersData);
    expect(await found('orders')).toEqual([
      {
        _id: 12,
        version: 4,
        created_by_command: 'c-order',
        items: [{ id: 30 }, { id: 31, created_by_command: 'c-item' }],
      },
      { _id: 13, version: 1, items: [], created_by_command: 'c-named:later' },
      { _id: 14, version: 1, items: [] },
    ]);
    expect(await found('order_items')).toEqual([
      { _id: 30, order_id: 12 },
      { _id: 31, order_id: 12, created_by_command: 'c-item' },
    ]);
    expect(await found('users')).toEqual([{ _id: 5, created_by_command: 'c-user' }, { _id: 8 }]);
    expect(await found('addresses')).toEqual([{ _id: 6, created_by_command: 'c-address' }]);
  });

  test('a migration adds the creating command to products and subscriptions', async () => {
    await collection('inbox').insertMany([
      kept('c-product', 'products.create', '/api/admin/products/3'),
      kept('c-subscription', 'subscriptions.create', '/api/admin/subscriptions/3'),
    ]);
    await collection('products').insertOne({ _id: 3 });
    await collection('subscriptions').insertOne({ _id: 3 });
    await migrate(catalogData);
    expect(await found('products')).toEqual([{ _id: 3, created_by_command: 'c-product' }]);
    expect(await found('subscriptions')).toEqual([{ _id: 3, created_by_command: 'c-subscription' }]);
  });
});

test('a migration removes expiries that earlier releases set on 1,100 unfinished bulk operations', async () => {
  const end = new Date(Date.now() + 3_600_000);
  const ids = Array.from({ length: 1100 }, (_, index) => `b${index}`);
  const planted = [...ids.map((_id) => ({ _id, status: 'queued' })), { _id: 'done', status: 'succeeded' }];
  await collection('bulk_operations').insertMany(planted.map((one) => ({ ...one, expires_at: end })));
  await collection('bulk_chunks').insertMany(
    planted.map(({ _id }) => ({ _id: `${_id}:0`, expires_at: end })),
  );
  await collection('inbox').insertMany(
    planted.map(({ _id }) => ({ _id, state: 'done', outcome: { status: 202 }, expires_at: end })),
  );
  await migrate(catalogData);
  for (const name of ['bulk_operations', 'bulk_chunks', 'inbox']) {
    const dated = await collection(name)
      .find({ expires_at: { $exists: true } })
      .toArray();
    expect(dated.map(({ _id }) => String(_id).replace(':0', ''))).toEqual(['done']);
  }
});

test('a migration removes staff names and cost fields from shoppers’ stored outcomes with status 412', async () => {
  const changes = [
    { version: 2, by: 'admin:front-desk', at: '2026-11-01T00:00:00.000Z', fields: ['status'] },
    {
      version: 3,
      by: 'admin:back-office',
      at: '2026-11-02T00:00:00.000Z',
      fields: ['manufacturing_price', 'notes'],
    },
  ];
  const problem = { code: 'precondition_failed', detail: 'moved on', extra: { changes, version: 3 } };
  await collection('inbox').insertMany([
    { _id: 'a', owner: 'client:7', state: 'done', outcome: { problem } },
    { _id: 'b', owner: 'admin:admin', state: 'done', outcome: { problem } },
    { _id: 'c', owner: 'client:8', state: 'done', outcome: { status: 200 } },
  ]);
  await migrate(ordersData);
  const [shopper, admin] = await found('inbox');
  expect(shopper).toMatchObject({
    outcome: {
      problem: {
        extra: {
          version: 3,
          changes: [
            { version: 2, at: '2026-11-01T00:00:00.000Z', fields: ['status'] },
            { version: 3, at: '2026-11-02T00:00:00.000Z', fields: ['notes'] },
          ],
        },
      },
    },
  });
  expect(JSON.stringify(shopper)).not.toContain('back-office');
  expect(admin).toMatchObject({ outcome: { problem: { extra: { changes } } } });
});

describe('search texts of earlier releases', () => {
  test('a migration folds accents, letter variants and digits in search texts of orders data', async () => {
    const texts = (text: string) => [
      { _id: 1, version: 3, search: text },
      { _id: 2, version: 1, search: 'plain\u0000x' },
    ];
    const collections = ['users', 'addresses', 'order_items', 'orders'];
    for (const name of collections) await collection(name).insertMany(texts('أحمد\u0000josé ٧'));
    await collection('order_texts').insertMany([
      { _id: 1, version: 3, text: 'رقم ٧', grams: ['رقم'] },
      { _id: 2, version: 1, text: 'plain', grams: ['pla'] },
    ]);
    await migrate(ordersData);
    for (const name of collections) expect(await found(name)).toEqual(texts('احمد\u0000jose 7'));
    expect(await found('order_texts')).toEqual([
      { _id: 1, version: 3, text: 'رقم 7', grams: ['رقم', 'قم ', 'م 7', ' 7', '7'] },
      { _id: 2, version: 1, text: 'plain', grams: ['pla'] },
    ]);
  });

  test('a migration folds letter variants in search texts of the catalog', async () => {
    for (const name of ['products', 'subscriptions'])
      await collection(name).insertOne({ _id: 1, search: 'قهوة' });
    await migrate(catalogData);
    for (const name of ['products', 'subscriptions'])
      expect(await found(name)).toEqual([{ _id: 1, search: 'قهوه' }]);
  });

  test('a migration leaves a user’s e-mail key unfolded if another user already has the folded key', async () => {
    await collection('users').createIndexes([{ key: { email_key: 1 }, unique: true, name: 'email_key_1' }]);
    const user = (_id: number, email: string) => ({
      _id,
      email,
      email_key: email.toLowerCase(),
      search: 'x',
    });
    await collection('users').insertMany([user(1, 'A٧@x.org'), user(2, 'a7@x.org'), user(3, 'B٧@x.org')]);
    await migrate(ordersData);
    const keys = (await found('users')).map(({ email_key: key }) => key);
    expect(keys).toEqual(['a٧@x.org', 'a7@x.org', 'b7@x.org']);
  });
});

describe('orders without customer texts', () => {
  const address = { line1: 'Rainbow Street', line2: null, city: 'Amman', phone: '+962 79 1234567' };
  const texts = async (): Promise<Document[]> => {
    const all = await found('customer_texts');
    return all.map(({ _id, text, digits }) => ({
      _id: String(_id).split(':').slice(0, 2).join(':'),
      text,
      digits,
    }));
  };
  beforeEach(async () => {
    await collection('users').insertOne({
      _id: 7,
      name: 'Layla',
      email: 'l@x.org',
      phone: '079',
      search: '',
    });
    await collection('addresses').insertOne({ _id: 3, user_id: 7, ...address, search: '' });
    const order = (_id: number, order_number: string, more: object) => ({
      _id,
      order_number,
      user_id: 7,
      user: { id: 7, name: 'Layla' },
      address_id: 3,
      address,
      ...more,
    });
    await collection('orders').insertMany([
      order(1, orderNumber(1), {}),
      order(2, 'INV-7', { user: { id: 7, name: 'Lily' } }),
      order(3, 'inv-٧', { address: { ...address, line1: 'Old Road' } }),
      { _id: 4, order_number: 5 },
    ]);
  });

  test('a migration creates customer texts from users and addresses, and from former values on orders', async () => {
    await migrate(ordersData);
    const all = [
      { _id: 'address:3', text: 'old road\u0000\u0000amman\u0000+962 79 1234567', digits: '962791234567' },
      {
        _id: 'address:3',
        text: 'rainbow street\u0000\u0000amman\u0000+962 79 1234567',
        digits: '962791234567',
      },
      { _id: 'name:7', text: 'lily', digits: '' },
      { _id: 'user:7', text: 'layla\u0000l@x.org\u0000079', digits: '079' },
    ];
    const migrated = await texts();
    expect(migrated).toHaveLength(all.length);
    expect(migrated).toEqual(expect.arrayContaining(all));
  });

  test('a migration keeps a customer text that a worker of this release has already written', async () => {
    const gone = { _id: 'user:7', user_id: 7, text: '', digits: '', grams: [] };
    await collection('customer_texts').insertOne(gone);
    await migrate(ordersData);
    expect(await found('customer_texts')).toContainEqual(gone);
  });

  test('a migration adds keys for order numbers that admins set, and to only one of two duplicates', async () => {
    await migrate(ordersData);
    const keys = (await found('orders')).map(({ number_key: key }) => key);
    expect(keys).toEqual([undefined, 'inv-7', undefined, undefined]);
  });
});

describe('records older than the ledger', () => {
  const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
  const logged = (version: number, by: string, ...fields: string[]) => ({
    version,
    by,
    at: at(version),
    fields,
  });
  const order = {
    _id: 12,
    version: 3,
    created_at: at(1),
    updated_at: at(3),
    status: 'confirmed',
    log: [
      logged(1, 'client:7', '*'),
      logged(2, 'admin:layla', 'status', 'history'),
      logged(3, 'admin:x:y', 'total'),
    ],
  };

  async function rowsOf(subject: string): Promise<Document[]> {
    const rows = await found('ledger');
    return rows.filter(({ _id }) => String(_id).startsWith(`${subject}:`));
  }

  test('a migration adds a ledger row with fields but no values for each change in a record’s log', async () => {
    await collection('orders').insertOne(order);
    await migrate(ordersData);
    const rows = [
      { _id: 'orders/12:0000000001', at: at(1), kind: 'created', by: { area: 'client', subject: '7' } },
      {
        _id: 'orders/12:0000000002',
        at: at(2),
        kind: 'status_changed',
        by: { area: 'admin', subject: 'layla' },
        changes: [{ field: 'status' }],
      },
      {
        _id: 'orders/12:0000000003',
        at: at(3),
        kind: 'changed',
        by: { area: 'admin', subject: 'x:y' },
        changes: [{ field: 'total' }],
      },
    ];
    expect(await found('ledger')).toEqual(rows);
    await collection('meta').updateOne({ _id: 'data-version' } as never, { $set: { version: 6 } });
    await migrate(ordersData);
    expect(await found('ledger')).toEqual(rows);
  });

  test('a migration adds ledger rows for creation and current version when the log lacks them, and no others', async () => {
    await collection('users').insertOne({
      _id: 5,
      version: 40,
      created_at: at(1),
      updated_at: at(9),
      log: [logged(8, 'admin:a', 'phone')],
    });
    await migrate(ordersData);
    expect(await found('ledger')).toEqual([
      { _id: 'users/5:0000000001', at: at(1), kind: 'created', changes: [] },
      {
        _id: 'users/5:0000000008',
        at: at(8),
        kind: 'changed',
        by: { area: 'admin', subject: 'a' },
        changes: [{ field: 'phone' }],
      },
      { _id: 'users/5:0000000040', at: at(9), kind: 'changed', changes: [] },
    ]);
  });

  test('a migration keeps ledger rows with values that workers of this release have already written', async () => {
    await collection('orders').insertOne(order);
    const written = {
      _id: 'orders/12:0000000003',
      at: at(3),
      kind: 'changed',
      changes: [{ field: 'total', from: 1, to: 2 }],
    };
    await collection('ledger').insertOne(written);
    await migrate(ordersData);
    const rows = await rowsOf('orders/12');
    expect(rows.map(({ _id }) => _id)).toEqual([1, 2, 3].map((version) => `orders/12:000000000${version}`));
    expect(rows.at(-1)).toEqual(written);
  });

  test('a migration adds stock rows for manual changes, and none for versions that an order produced', async () => {
    const stock = (_id: number) => ({
      _id,
      version: 9,
      stock: 3,
      held: 1,
      created_at: at(1),
      updated_at: at(9),
      log: [logged(1, 'admin:a', 'stock')],
    });
    await collection('inventory').insertMany([stock(3), stock(4)]);
    const move = (product_id: number, version: number) => ({
      product_id,
      version,
      stock: { from: 4, to: 3 },
      held: { from: 0, to: 1 },
    });
    await collection('ledger').insertOne({
      _id: 'orders/1:0000000001',
      at: at(9),
      kind: 'created',
      stock: [move(3, 9), move(4, 8)],
    });
    await migrate(ordersData);
    const byHand = {
      kind: 'stock_moved',
      by: { area: 'admin', subject: 'a' },
      changes: [{ field: 'stock' }],
    };
    expect(await rowsOf('inventory/3')).toEqual([{ _id: 'inventory/3:0000000001', at: at(1), ...byHand }]);
    expect(await rowsOf('inventory/4')).toEqual([
      { _id: 'inventory/4:0000000001', at: at(1), ...byHand },
      { _id: 'inventory/4:0000000009', at: at(9), kind: 'changed', changes: [] },
    ]);
  });

  test('an interrupted ledger migration of 2,100 products completes in the next run', async () => {
    const products = Array.from({ length: 2100 }, (_, index) => ({
      _id: index + 1,
      version: 1,
      created_at: at(1),
      updated_at: at(1),
      log: [logged(1, 'admin:a', '*')],
    }));
    await collection('products').insertMany(products);
    const ended = new Error('ended in the middle');
    const broken = {
      ...catalogData,
      migrations: catalogData.migrations.map((one) => {
        let batches = 0;
        return {
          ...one,
          batch: async (...given: Parameters<typeof one.batch>) => {
            const done = await one.batch(...given);
            batches += 1;
            if (one.version === 6 && batches === 2) throw ended;
            return done;
          },
        };
      }),
    };
    await expect(migrate(broken)).rejects.toThrow(ended);
    expect(await collection('ledger').countDocuments()).toBe(2000);
    await migrate(catalogData);
    expect(await collection('ledger').countDocuments()).toBe(2100);
    const moves = (await collection('ledger').indexes()).filter(({ key }) => 'stock.product_id' in key);
    expect(moves).toHaveLength(1);
  });

  test('damaged records do not stop the ledger migration and get no invalid rows', async () => {
    await collection('orders').insertMany([
      { _id: 1, version: 'x', log: null },
      { _id: 'y', version: 1 },
      { _id: 2, version: 2, log: [null, { version: 2 }, 'z'] },
    ]);
    await migrate(ordersData);
    expect((await found('ledger')).map(({ _id }) => _id)).toEqual([
      'orders/2:0000000001',
      'orders/2:0000000002',
    ]);
  });
});
