import { say } from '../bench-command.ts';
import { importSubscriptions } from '../import-subscriptions.ts';
import { bareBulk } from '../limits/bare-bulk.ts';
import { bulkUpdate, changeOrders, createOrders, updateOrders, updateSubscriptions } from '../write-bench.ts';
import type { LimitsBench } from './limits-bench.ts';

export async function benchWrites({ bench, shop, catalog, report }: LimitsBench): Promise<void> {
  for (const count of [16, 64]) {
    say(`admin orders and subscription updates with ${count} callers`);
    report.writes[`order created by admin, c = ${count}`] = await createOrders(bench, shop, count, 2000);
    const ids = await importSubscriptions(catalog, 2000);
    report.writes[`subscription updated, c = ${count}`] = await updateSubscriptions(bench, ids, count);
  }
}

/** Alternates order updates and change sets on the same orders, because the machine's speed changes. */
export async function benchChanges({ bench, models, shop, report }: LimitsBench): Promise<void> {
  await createOrders(bench, shop, 16, 2000);
  const newest = await models.orders.find({}, { items: 1 }).sort({ _id: -1 }).limit(2000).lean();
  for (const [count, requests] of [
    [1, 300],
    [16, 2000],
  ] as const) {
    const orders = newest.slice(0, requests);
    for (let turn = 0; turn <= 3; turn += 1) {
      say(`order updates and change sets with ${count} callers, turn ${turn}`);
      const update = await updateOrders(bench, orders, count, `${count} callers, turn ${turn}`);
      const change = await changeOrders(bench, orders, count, count + turn + 1);
      // The first run (turn 0) warms up the code and is not counted.
      if (turn === 0) continue;
      report.writes[`order updated, c = ${count}, turn ${turn}`] = update;
      report.writes[`change set, c = ${count}, turn ${turn}`] = change;
    }
  }
}

export async function benchBulk({ bench, catalog, options, report }: LimitsBench): Promise<void> {
  const wanted = options.subscriptions;
  say(`filling up to ${wanted} subscriptions`);
  const ids = await importSubscriptions(catalog, wanted);
  for (let turn = 0; turn < 2; turn += 1) {
    say(`bulk update of ${wanted} subscriptions`);
    // The limit comes first, because it activates all records. So the store's update changes each of them.
    const limitSeconds = await bareBulk(catalog, ids, true);
    report.bulk.push({ ...(await bulkUpdate(bench, ids, 0)), limitSeconds });
  }
}
