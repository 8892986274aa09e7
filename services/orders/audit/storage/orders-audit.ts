import type { AuditRuleName } from '#shared/contracts/audit-rules.ts';
import { idsThere, recordSection } from '#shared/engine/audit/audit-records.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { damagedBy, finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { faults } from '../../records/damaged-records.ts';
import { extraRow, type AuditedRow } from '../line-findings.ts';
import type { AuditedText } from '../order-findings.ts';
import { paymentFindings, returnFindings } from '../payment-findings.ts';
import { ordersSection } from './audit-orders.ts';
import { peopleSections } from './audit-people.ts';
import { statisticsSection, totalsSection } from './audit-totals.ts';

function withoutOrder<R extends { order_id: number }>(stray: (record: R) => Finding) {
  return async (records: readonly R[], snapshot: Snapshot): Promise<Finding[]> => {
    const there = await idsThere(
      snapshot,
      'orders',
      records.map(({ order_id: order }) => order),
    );
    return records.filter(({ order_id: order }) => !there.has(order)).map(stray);
  };
}

/** Checks only that the order of each record exists. The section `orders` compares amounts and units of payments and returns. */
function ofOrders(collection: string, rule: AuditRuleName) {
  const stray = ({ _id, order_id: order }: Record<'_id' | 'order_id', number>) =>
    finding(rule, `${collection}/${_id}`, `orders/${order} does not exist`);
  return { projection: { search: 0 }, countedAs: collection, others: withoutOrder(stray) };
}

const straysSection: AuditSection = {
  name: 'rows and texts without an order',
  look: async (looking, report) => {
    const rows = { projection: { order_id: 1 }, size: 2000 };
    await eachPage<AuditedRow>(looking, 'order_items', rows, async (some, snapshot) =>
      report.found(await withoutOrder(extraRow)(some, snapshot)),
    );
    const texts = { projection: { text: 1 }, size: 2000 };
    await eachPage<AuditedText>(looking, 'order_texts', texts, async (some, snapshot) => {
      const named = some.filter(({ text }) => text !== '').map(({ _id }) => ({ order_id: _id }));
      report.found(await withoutOrder(strayText)(named, snapshot));
    });
  },
};

function strayText({ order_id: id }: { order_id: number }): Finding {
  const repair = { kind: 'order-text', id };
  return finding('order-text-extra', `order_texts/${id}`, 'search has the text of a missing order', repair);
}

/** Finds order numbers that several orders share. This section runs only if the unique index on order numbers is missing. */
const numbersSection: AuditSection = {
  name: 'order numbers',
  look: async ({ database: { client, name } }, report) => {
    const orders = client.db(name).collection('orders');
    const indexes = await orders.indexes().catch(() => []);
    const isOfNumbers = ({ key }: { key: object }) => Object.keys(key).join() === 'order_number';
    if (indexes.some((index) => index.unique === true && isOfNumbers(index))) return;
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
      const detail = `${String(number)} is also the number of ${others.join(' and ')}`;
      report.found([finding('order-number-twice', last, detail)]);
    }
  },
};

/** The rules for missing records that no command deleted. */
export const lostRules = {
  orders: { rule: 'order-lost' },
  users: { rule: 'user-lost' },
  addresses: { rule: 'address-lost' },
  inventory: { rule: 'stock-missing', repair: 'stock' },
} as const;

export function ordersAudit(options: { keepsBaselines: boolean }): AuditSection[] {
  return [
    ordersSection,
    numbersSection,
    totalsSection(options),
    statisticsSection,
    straysSection,
    recordSection('payments', paymentFindings, ofOrders('payments', 'payment-without-order')),
    recordSection('returns', returnFindings, ofOrders('returns', 'return-without-order')),
    ...peopleSections,
    recordSection('products', damagedBy('product copies', faults.products)),
  ];
}
