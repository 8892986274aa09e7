import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../bench-command.ts';
import { prepareCheckouts } from '../checkout-load.ts';
import { closedLoop, type LoadRequest } from '../closed-loop.ts';
import { importSubscriptions } from '../import-subscriptions.ts';
import { bareBulk } from '../limits/bare-bulk.ts';
import { checkPage } from '../list-bench.ts';
import { bulkUpdate } from '../write-bench.ts';
import type { LimitsBench } from './limits-bench.ts';

/** Measures how much a long bulk operation slows shoppers: the same checkouts and lists run without and during it. */
export async function benchFairness(context: LimitsBench): Promise<void> {
  const { bench, models, shop, catalog, options, report } = context;
  const ids = await importSubscriptions(catalog, options.subscriptions);
  // The bulk update deactivates all records, so all must be active before it.
  await bareBulk(catalog, ids, true);
  const checkouts = await prepareCheckouts(bench, models, shop);
  const token = await bench.token(null);
  const page: LoadRequest = { method: 'GET', path: '/api/admin/orders?paginate=1', token };
  const lists = () => closedLoop(bench.store.url, 4, Array<LoadRequest>(600).fill(page), checkPage);
  await Promise.all([checkouts.run(4, 300), lists()]);
  say('checkouts and lists, quiet');
  const quiet = await Promise.all([checkouts.run(4, 600), lists()]);
  say('checkouts and lists beside a bulk update');
  const job = bulkUpdate(bench, ids, 0);
  const busy = await Promise.all([checkouts.run(4, 600), lists()]);
  const isOver = await Promise.race([job.then(() => true), sleep(0, false)]);
  if (isOver)
    say('no figures: the bulk update ended before the other requests did: use a larger --subscriptions');
  else
    report.fairness = {
      checkout: { quiet: quiet[0].p95, busy: busy[0].p95 },
      list: { quiet: quiet[1].p95, busy: busy[1].p95 },
    };
  await job;
}
