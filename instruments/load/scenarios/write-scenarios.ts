import { importSubscriptions } from '../import-subscriptions.ts';
import { bareBulk } from '../limits/bare-bulk.ts';
import { bulkUpdate, createOrders, updateSubscriptions } from '../write-bench.ts';
import type { LimitsBench } from './limits-bench.ts';

export async function benchWrites({ bench, shop, catalog, report, say }: LimitsBench): Promise<void> {
  for (const count of [16, 64]) {
    say(`admin orders and subscription updates with ${count} callers`);
    report.writes[`order created by admin, c = ${count}`] = await createOrders(bench, shop, count, 2000);
    const ids = await importSubscriptions(catalog, 2000);
    report.writes[`subscription updated, c = ${count}`] = await updateSubscriptions(bench, ids, count);
  }
}

export async function benchBulk({ bench, catalog, options, report, say }: LimitsBench): Promise<void> {
  const wanted = options.subscriptions;
  say(`filling up to ${wanted} subscriptions`);
  const ids = await importSubscriptions(catalog, wanted);
  for (let turn = 0; turn < 2; turn += 1) {
    say(`bulk update of ${wanted} subscriptions`);
    const run = await bulkUpdate(bench, ids, 0);
    report.bulk.push({ ...run, limitSeconds: await bareBulk(catalog, ids, true) });
  }
}
