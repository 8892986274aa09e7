import type { mongo } from 'mongoose';
import { scanCollection } from '#shared/commands/migrations/scan-collection.ts';
import { scanCollections } from '#shared/commands/migrations/scan-collections.ts';
import { driverDatabase } from '#shared/mongo/connect.ts';
import { isWriteConflict } from '#shared/mongo/faults.ts';
import type { Migration } from '#shared/mongo/service-data.ts';
import { keptNumberKey } from '../rules/order-number.ts';
import type { Address, Order, User } from '../rules/tables.ts';
import { copiedAddressText, copiedNameText, userText, type CustomerText } from '../storage/customer-texts.ts';
import { numberKeyIndex } from '../storage/orders-models.ts';

type Copies = Pick<Order, '_id' | 'user_id' | 'user' | 'address_id' | 'address' | 'order_number'>;

/** Releases before 0.6.0 kept no customer texts, and order numbers could differ in case alone. This waits until their workers stop. */
export function findCustomers(version: number): Migration {
  const { estimate, batch } = scanCollections([
    scanCollection<User>({
      collection: 'users',
      matching: {},
      projection: { name: 1, email: 1, phone: 1 },
      change: (users, db) => addTexts(db, users.map(userText)),
    }),
    scanCollection<Address>({
      collection: 'addresses',
      matching: {},
      projection: { user_id: 1, line1: 1, line2: 1, city: 1, phone: 1 },
      change: (addresses, db) =>
        addTexts(
          db,
          addresses.map((address) => copiedAddressText(address._id, address.user_id, address)),
        ),
    }),
    scanCollection<Copies>({
      collection: 'orders',
      matching: {},
      projection: { user_id: 1, user: 1, address_id: 1, address: 1, order_number: 1 },
      change: async (orders, db) =>
        (await addTexts(db, await textsOfCopies(db, orders))) + (await keepNumberKeys(db, orders)),
    }),
  ]);
  return {
    version,
    summary: 'orders can be searched by customer; order numbers match in any case and script of digits',
    runsBeside: true,
    mayWait: true,
    estimate,
    batch: async (database, after) => {
      // Without the unique index, two equal numbers would both get the key.
      if (after === null) {
        const [key, options] = numberKeyIndex;
        await driverDatabase(database)
          .collection('orders')
          .createIndexes([{ key, ...options, name: 'number_key_1' }]);
      }
      return batch(database, after);
    },
  };
}

/** Adds missing texts only, so that texts which workers of this release wrote meanwhile stay. */
async function addTexts(db: mongo.Db, texts: readonly CustomerText[]): Promise<number> {
  const wanted = new Map(texts.map((text) => [text._id, text]));
  const collection = db.collection<CustomerText>('customer_texts');
  const there = collection.find({ _id: { $in: [...wanted.keys()] } }, { projection: { _id: 1 } });
  for await (const { _id } of there) wanted.delete(_id);
  if (wanted.size === 0) return 0;
  const added = [...wanted.values()].map((text) => ({
    updateOne: { filter: { _id: text._id }, update: { $setOnInsert: text }, upsert: true },
  }));
  return (await collection.bulkWrite(added, { ordered: false })).upsertedCount;
}

/** Texts of the names and addresses that these orders copied; a damaged order may lack them. */
async function textsOfCopies(db: mongo.Db, orders: readonly Copies[]): Promise<CustomerText[]> {
  const ids = [...new Set(orders.map(({ user_id: id }) => id))];
  const named = await db
    .collection<User>('users')
    .find({ _id: { $in: ids } }, { projection: { name: 1 } })
    .toArray();
  const names = new Map(named.map(({ _id, name }) => [_id, name]));
  return orders.flatMap((order) => {
    const { user_id: userId, user, address_id: addressId, address } = order as Partial<Copies>;
    if (userId === undefined) return [];
    return [
      ...(user && user.name !== names.get(userId) ? [copiedNameText(userId, user.name)] : []),
      ...(address && addressId !== undefined ? [copiedAddressText(addressId, userId, address)] : []),
    ];
  });
}

/** If two numbers turn out equal, one order stays without a key, and the audit reports it (`order-number-twice`). */
async function keepNumberKeys(db: mongo.Db, orders: readonly Copies[]): Promise<number> {
  let kept = 0;
  for (const { _id, order_number: number } of orders) {
    const key = typeof (number as unknown) === 'string' ? keptNumberKey({ _id, order_number: number }) : null;
    if (key === null) continue;
    try {
      const asRead = { _id, order_number: number };
      const written = await db
        .collection<Order & { number_key?: string }>('orders')
        .updateOne(asRead, { $set: { number_key: key } });
      kept += written.modifiedCount;
    } catch (error) {
      if (!isWriteConflict(error)) throw error;
    }
  }
  return kept;
}
