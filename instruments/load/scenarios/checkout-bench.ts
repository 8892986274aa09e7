import { freePort } from '#tools/local-stack/free-port.ts';
import { ordersModels } from '#services/orders/records/storage/orders-models.ts';
import { say } from '../bench-command.ts';
import { prepareCheckouts, type Checkouts, type CheckoutTarget } from '../checkout-load.ts';
import type { Measured } from '../measured.ts';
import { shoppers, type LimitsBench } from './limits-bench.ts';

/** Number of alternating runs of store and limit. The runs alternate because the machine's speed changes. */
const turns = 8;
/**
 * Number of runs that are not counted, because V8 is still compiling the code. The store has more code than
 * its limit program.
 */
const warmUps = 4;
/** A single caller takes longer, so it sends fewer requests. */
const checkoutsOf = (callersAtOnce: number) => (callersAtOnce === 1 ? 300 : shoppers);

export async function compareCheckouts(context: LimitsBench): Promise<void> {
  const { bench, models, shop, options, report } = context;
  const checkouts = await prepareCheckouts(bench, models, shop);
  const port = String(await freePort());
  const bare = { url: `http://127.0.0.1:${port}`, models: ordersModels(bench.bare) };
  const worker = await bench.startLimit('bare-worker', { DATABASE: bench.bare.name });
  const gateway = await bench.startLimit('bare-gateway', { PORT: port });
  say('checkout: warming up');
  await warmUp(checkouts, [{ url: bench.store.url, models }, bare]);
  for (const count of options.callers) {
    say(`checkout with ${count} callers`);
    const [limits, runs]: [Measured[], Measured[]] = [[], []];
    for (let turn = 0; turn < turns; turn += 1) {
      limits.push(await checkouts.run(count, checkoutsOf(count), bare));
      runs.push(await checkouts.run(count, checkoutsOf(count)));
    }
    report.compared.push({ name: `checkout, c = ${count}`, runs, limits });
  }
  await gateway.stop();
  await worker.stop();
}

export async function warmUp(checkouts: Checkouts, targets: CheckoutTarget[]): Promise<void> {
  for (let turn = 0; turn < warmUps; turn += 1)
    for (const target of targets) await checkouts.run(64, shoppers, target);
}
