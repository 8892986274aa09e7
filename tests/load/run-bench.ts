/**
 * `npm run bench -- [--orders 10000,100000,1000000] [--callers 1,16,64,256] [--parts checkout,writes,bulk,fairness,lists,telemetry]
 * [--folder DIR] [--json FILE] [--plot SVG]`: each scenario against its own limit, measured in the same run on the same servers.
 */
import { writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { batchModels } from '#shared/commands/inbox-and-outbox.ts';
import { ordersModels } from '#services/orders/storage/orders-models.ts';
import { createOrdersStore } from '#services/orders/storage/store.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { startBenchStore } from './bench-store.ts';
import type { BenchStore } from './bench-store.ts';
import { benchTables } from './bench-report.ts';
import type { BenchReport, Compared } from './bench-report.ts';
import { prepareCheckouts } from './checkout-load.ts';
import type { Checkouts, CheckoutTarget } from './checkout-load.ts';
import { closedLoop } from './closed-loop.ts';
import type { LoadRequest } from './closed-loop.ts';
import { growthPlot } from './growth-plot.ts';
import { importOrders } from './import-orders.ts';
import { importSubscriptions, openCatalog } from './import-subscriptions.ts';
import { askAlone, checkPage, listQuestions, streamAll } from './list-bench.ts';
import { measured } from './measured.ts';
import type { Measured } from './measured.ts';
import { seedShop } from './seed-shop.ts';
import { bareBulk } from './limits/bare-bulk.ts';
import { bulkUpdate, createOrders, updateSubscriptions } from './write-bench.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,100000,1000000' },
    callers: { type: 'string', default: '1,16,64,256' },
    parts: { type: 'string', default: 'checkout,writes,bulk,fairness,lists,telemetry' },
    folder: { type: 'string', default: '.data/bench' },
    json: { type: 'string', default: '.data/bench.json' },
    plot: { type: 'string' },
    subscriptions: { type: 'string', default: '100000' },
  },
});
const parts = new Set(values.parts.split(','));
const callers = values.callers.split(',').map(Number);
const shoppers = 3000;
/** Runs of a scenario and of its limit, in turn: the machine's speed changes from one to the next. */
const turns = { checkout: 8, read: 4 };
/** Runs that do not count, until V8 has compiled what is used: it has more to compile of a store than of its limit. */
const warmUps = 4;
/** A lone caller is slow: fewer requests tell as much. */
const checkoutsOf = (callersAtOnce: number) => (callersAtOnce === 1 ? 300 : shoppers);
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
// What was started goes when this process does.
onStopRequest((reason) => {
  say(`stopped: ${reason}`);
  process.exit(130);
});

const report: BenchReport = {
  at: new Date().toISOString(),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? arch()}, node ${process.version}`,
  ...{
    compared: [],
    writes: {},
    bulk: [],
    lists: {},
    streams: {},
    telemetry: [],
    fairness: null,
    idle: null,
  },
};
// First, while there is little data: what it costs is small beside what a million orders do to the database.
if (parts.has('telemetry')) await compareTelemetry();
const startedAt = performance.now();
const bench = await startBenchStore(values.folder, {});
report.idle = {
  ...{ rss: bench.figures(), together: bench.memoryTogether(), startSeconds: bench.startSeconds },
};
say(`the store is up after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);

const { models, shop } = await openShop(bench);
const catalog = openCatalog(bench);

const scenarios: Record<string, () => Promise<void>> = {
  checkout: compareCheckouts,
  writes: benchWrites,
  bulk: benchBulk,
  fairness: benchFairness,
  lists: async () => {
    for (const size of values.orders.split(',').map(Number)) await benchLists(size);
  },
};
for (const [part, run] of Object.entries(scenarios)) {
  if (!parts.has(part)) continue;
  await run();
  save();
}
await bench.stop();
if (values.plot !== undefined) writeFileSync(values.plot, growthPlot(report));
console.log(benchTables(report));
process.exit(0);

function save(): void {
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

async function warmUp(checkouts: Checkouts, targets: CheckoutTarget[]): Promise<void> {
  for (let turn = 0; turn < warmUps; turn += 1)
    for (const target of targets) await checkouts.run(64, shoppers, target);
}

async function compareCheckouts(): Promise<void> {
  const checkouts = await prepareCheckouts(bench, models, shop);
  const port = String(await freePort());
  const bare = { url: `http://127.0.0.1:${port}`, models: ordersModels(bench.bare) };
  const worker = await bench.startLimit('bare-worker', { DATABASE: bench.bare.name });
  const gateway = await bench.startLimit('bare-gateway', { PORT: port });
  say('checkout: warming up');
  await warmUp(checkouts, [{ url: bench.store.url, models }, bare]);
  for (const count of callers) {
    say(`checkout with ${count} callers`);
    const [limits, runs]: [Measured[], Measured[]] = [[], []];
    for (let turn = 0; turn < turns.checkout; turn += 1) {
      limits.push(await checkouts.run(count, checkoutsOf(count), bare));
      runs.push(await checkouts.run(count, checkoutsOf(count)));
    }
    report.compared.push({ name: `checkout, c = ${count}`, runs, limits });
  }
  await gateway.stop();
  await worker.stop();
}

async function benchWrites(): Promise<void> {
  for (const count of [16, 64]) {
    say(`admin orders and subscription updates with ${count} callers`);
    report.writes[`order created by admin, c = ${count}`] = await createOrders(bench, shop, count, 2000);
    const ids = await importSubscriptions(catalog, 2000);
    report.writes[`subscription updated, c = ${count}`] = await updateSubscriptions(bench, ids, count);
  }
}

async function benchBulk(): Promise<void> {
  const wanted = Number(values.subscriptions);
  say(`filling up to ${wanted} subscriptions`);
  const ids = await importSubscriptions(catalog, wanted);
  for (let turn = 0; turn < 2; turn += 1) {
    say(`bulk update of ${wanted} subscriptions`);
    const run = await bulkUpdate(bench, ids, 0);
    report.bulk.push({ ...run, limitSeconds: await bareBulk(catalog, ids, true) });
  }
}

/** What shoppers notice of a long job: the same checkouts and lists, without it and beside it. */
async function benchFairness(): Promise<void> {
  const ids = await importSubscriptions(catalog, Number(values.subscriptions));
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
  if ((await job).seconds < Math.max(...busy.map(({ seconds }) => seconds)))
    say('the bulk update was over before the others were: give it more --subscriptions');
  report.fairness = {
    checkout: { quiet: quiet[0].p95, busy: busy[0].p95 },
    list: { quiet: quiet[1].p95, busy: busy[1].p95 },
  };
}

async function benchLists(size: number): Promise<void> {
  say(`filling up to ${size} orders`);
  await importOrders(models, shop, size);
  say(`lists at ${size} orders`);
  const questions = await listQuestions(models);
  const orders = await models.orders.estimatedDocumentCount();
  report.lists[orders] = await askAlone(bench, questions);
  report.compared.push(
    ...(await compareReads(`read one of ${orders}`, (id) => `/api/admin/orders/${id}`)),
    ...(await compareReads(`first page of ${orders} with total`, () => pageAt(1))),
    ...(await compareReads(`pages of ${orders}, each another`, (id) => pageAt((id % 60) + 1))),
  );
  say(`all ${orders} orders in one answer`);
  report.streams[orders] = { ...(await streamAll(bench)), rss: bench.figures() };
}

function pageAt(page: number): string {
  return `/api/admin/orders?paginate=1&page=${page}`;
}

/** Reads by 16 callers against one bare route, and against the two bare hops that the architecture asks for. */
async function compareReads(name: string, path: (id: number) => string): Promise<Compared[]> {
  const token = await bench.token(null);
  const [bare, hops] = [String(await freePort()), String(await freePort())];
  const bareUrl = `http://127.0.0.1:${bare}`;
  const hopsUrl = `http://127.0.0.1:${hops}`;
  const api = await bench.startLimit('bare-api', { PORT: bare, ORDERS_OF: `${bench.namespace}_orders` });
  const gateway = await bench.startLimit('bare-read-gateway', { PORT: hops, API_URL: bareUrl });
  const newest = (await models.orders.findOne().sort({ _id: -1 }).lean())?._id ?? 1;
  const requests = Array.from({ length: 2000 }, (_, index): LoadRequest => {
    return { method: 'GET', path: path(newest - (index % Math.min(newest, 5000))), token };
  });
  const ask = (url: string) =>
    measured(bench, () =>
      closedLoop(url, 16, requests, (answer, request) => {
        if (request.path.includes('?')) checkPage(answer);
        else if (answer.status !== 200) throw new Error(`${request.path} answered ${answer.status}`);
      }),
    );
  const urls = [bareUrl, hopsUrl, bench.store.url];
  for (const url of [...urls, ...urls]) await ask(url);
  const [oneHop, twoHops, runs]: [Measured[], Measured[], Measured[]] = [[], [], []];
  for (let turn = 0; turn < turns.read; turn += 1) {
    oneHop.push(await ask(bareUrl));
    twoHops.push(await ask(hopsUrl));
    runs.push(await ask(bench.store.url));
  }
  await gateway.stop();
  await api.stop();
  return [
    { name: `${name}, c = 16`, runs, limits: oneHop },
    { name: `${name}, c = 16, limit of two hops`, runs, limits: twoHops },
  ];
}

/** Stores with telemetry and without take turns, since nothing else can tell its cost from the machine's moods. */
async function compareTelemetry(): Promise<void> {
  for (const turn of [1, 2]) {
    for (const off of turn % 2 === 1 ? ['false', 'true'] : ['true', 'false']) {
      say(`telemetry ${off === 'true' ? 'off' : 'on'}, turn ${turn}`);
      const own = await startBenchStore(values.folder, { OTEL_SDK_DISABLED: off });
      const { models: ownModels, shop: ownShop } = await openShop(own);
      const checkouts = await prepareCheckouts(own, ownModels, ownShop);
      await warmUp(checkouts, [{ url: own.store.url, models: ownModels }]);
      report.telemetry.push({ isOn: off === 'false', run: await checkouts.run(64, shoppers) });
      await own.stop();
    }
  }
  save();
}

async function openShop(own: BenchStore) {
  const ownModels = ordersModels(own.orders);
  const batch = batchModels(own.orders);
  const fetchProducts = () => Promise.resolve([]);
  const store = createOrdersStore({
    ...{ database: own.orders, models: ownModels, batch, fetchProducts, source: '/orders' },
  });
  return { models: ownModels, shop: await seedShop(store, ownModels, shoppers) };
}
