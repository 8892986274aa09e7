import { recordSection } from '#shared/engine/audit/audit-records.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { damagedBy, judged, finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { faults } from '../../records/damaged-records.ts';
import type { OrderReturn, Payment, SavedViews } from '../../records/tables.ts';
import { paymentFindings, strayPayment } from '../payment-findings.ts';
import { returnFindings, strayReturn } from '../return-findings.ts';
import { extraRow, strayText } from '../row-findings.ts';
import { ordersSection } from './audit-orders.ts';
import { addressesSection, cartsSection, usersSection, erasuresSection } from './audit-people.ts';
import { statisticsSection } from './audit-statistics.ts';
import { totalsSection } from './audit-stock.ts';

const savedViewsFindings = damagedBy('saved_views', faults.savedViews);

/** The id of a saved-views record is the subject of its owner's token, so it is no number. */
const savedViewsSection: AuditSection = {
  name: 'saved_views',
  look: (looking, report) =>
    eachPage<SavedViews>(looking, 'saved_views', {}, (all) => {
      report.found(all.flatMap((views) => judged('saved_views', views, savedViewsFindings)));
      return Promise.resolve();
    }),
};

const withoutSearch = { projection: { search: 0 } };

/**
 * Audits each payment and return alone, and checks that its order exists. The section `orders` compares them with their orders.
 */
const paymentsSection = recordSection<Payment>('payments', paymentFindings, {
  ...withoutSearch,
  countedAs: 'payments',
  others: withoutOrder(strayPayment),
});
const returnsSection = recordSection<OrderReturn>('returns', returnFindings, {
  ...withoutSearch,
  countedAs: 'returns',
  others: withoutOrder(strayReturn),
});

/** The rules for missing records that no command deleted. */
export const lostRules = {
  orders: { rule: 'order-lost' },
  users: { rule: 'user-lost' },
  addresses: { rule: 'address-lost' },
  inventory: { rule: 'stock-missing', repair: 'stock' },
} as const;

const copySection = recordSection('products', damagedBy('product copies', faults.products));

export function ordersAudit(options: { keepsBaselines: boolean }): AuditSection[] {
  return [
    ordersSection,
    numbersSection,
    totalsSection(options),
    statisticsSection,
    straysSection,
    paymentsSection,
    returnsSection,
    usersSection,
    addressesSection,
    cartsSection,
    erasuresSection,
    savedViewsSection,
    copySection,
  ];
}

/** Finds rows of `order_items` and search texts whose order does not exist. */
const straysSection: AuditSection = {
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

function withoutOrder<R extends { order_id: number }>(stray: (record: R) => Finding) {
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

/** Finds order numbers that several orders share. This section runs only if the unique index on order numbers is missing. */
const numbersSection: AuditSection = {
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
        finding(
          'order-number-twice',
          last,
          `${String(number)} is also the number of ${others.join(' and ')}`,
        ),
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
