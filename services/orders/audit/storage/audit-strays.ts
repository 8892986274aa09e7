import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { extraRow, strayText } from '../row-findings.ts';

/** Finds rows of `order_items` and search texts whose order does not exist. */
export const straysSection: AuditSection = {
  name: 'rows and texts without an order',
  look: async (looking, report) => {
    const rows = { projection: { order_id: 1 }, size: 2000 };
    await eachPage<{ _id: number; order_id: number }>(looking, 'order_items', rows, async (some, snapshot) =>
      report.found(await withoutOrder(extraRow)(some, snapshot)),
    );
    const texts = { projection: { text: 1 }, size: 2000 };
    await eachPage<{ _id: number; text: unknown }>(looking, 'order_texts', texts, async (some, snapshot) => {
      const there = await ordersThere(
        snapshot,
        some.map(({ _id }) => _id),
      );
      report.found(some.filter(({ _id, text }) => text !== '' && !there.has(_id)).map(strayText));
    });
  },
};

/** Finds records whose order does not exist. */
export function withoutOrder<R extends { order_id: number }>(stray: (record: R) => Finding) {
  return async (records: readonly R[], snapshot: Snapshot): Promise<Finding[]> => {
    const there = await ordersThere(
      snapshot,
      records.map(({ order_id: order }) => order),
    );
    return records.filter(({ order_id: order }) => !there.has(order)).map(stray);
  };
}

async function ordersThere(snapshot: Snapshot, ids: readonly number[]): Promise<Set<number>> {
  const orders = await readSome<{ _id: number }>(
    snapshot,
    'orders',
    { _id: { $in: [...new Set(ids)] } },
    { _id: 1 },
  );
  return new Set(orders.map(({ _id }) => _id));
}

/** Finds order numbers that several orders share. Runs only if the unique index on order numbers is missing. */
export const numbersSection: AuditSection = {
  name: 'order numbers',
  look: async ({ database: { client, name } }, report) => {
    const orders = client.db(name).collection('orders');
    if (await isKeptUnique(orders)) return;
    const twins = orders.aggregate<{ _id: unknown; orders: number[] }>(
      [
        { $sort: { _id: 1 } },
        { $group: { _id: '$order_number', orders: { $firstN: { input: '$_id', n: 3 } } } },
        { $match: { 'orders.1': { $exists: true } } },
      ],
      { allowDiskUse: true },
    );
    for await (const { _id: number, orders: ids } of twins) {
      const others = ids.map((id) => `orders/${id}`);
      const last = others.pop() ?? '';
      report.found([
        finding('order-number-twice', last, `${String(number)} is ${others.join(' and ')}'s too`),
      ]);
    }
  },
};

async function isKeptUnique(orders: { indexes: () => Promise<object[]> }): Promise<boolean> {
  const indexes = await orders.indexes().catch(() => []);
  return indexes.some((index) => {
    const { key, unique } = index as { key: object; unique?: boolean };
    return unique === true && Object.keys(key).join() === 'order_number';
  });
}
