import { freePort } from '#tools/local-stack/free-port.ts';
import { say } from '../bench-command.ts';
import type { Compared } from '../bench-report.ts';
import { closedLoop, type LoadRequest } from '../closed-loop.ts';
import { importOrders } from '../import-orders.ts';
import { askAlone, checkPage, streamAll } from '../list-bench.ts';
import { listQuestions } from '../list-questions.ts';
import { seedCustomers } from '../seed-customers.ts';
import { measured, type Measured } from '../measured.ts';
import { watchFigures } from '../process-figures.ts';
import type { LimitsBench } from './limits-bench.ts';

/** Number of alternating runs of a read and of its limit program. */
const turns = 4;
const customers = 100_000;

export async function benchLists(context: LimitsBench, size: number): Promise<void> {
  const { bench, models, report } = context;
  say(`filling up to ${size} orders of ${customers} customers`);
  const shop = { ...context.shop, ...(await seedCustomers(models, customers)) };
  await importOrders(models, shop, size);
  say(`lists at ${size} orders`);
  const questions = await listQuestions(models);
  const orders = await models.orders.estimatedDocumentCount();
  report.lists[orders] = await askAlone(bench, questions);
  report.compared.push(
    ...(await compareReads(context, `read one of ${orders}`, (id) => `/api/admin/orders/${id}`)),
    ...(await compareReads(context, `first page of ${orders} with total`, () => pageAt(1))),
    ...(await compareReads(context, `pages of ${orders}, each another`, (id) => pageAt((id % 60) + 1))),
  );
  say(`all ${orders} orders in one answer`);
  const watched = watchFigures(bench.figures);
  const stream = await streamAll(bench);
  if (stream.orders !== orders) throw new Error(`One answer had ${stream.orders} of ${orders} orders`);
  report.streams[orders] = { ...stream, rss: watched().peak };
}

function pageAt(page: number): string {
  return `/api/admin/orders?paginate=1&page=${page}`;
}

/**
 * Compares reads of the store by 16 callers with two minimal programs. One is a single Express route. The
 * other has two processes, as the store's architecture has.
 */
async function compareReads(
  { bench, models }: LimitsBench,
  name: string,
  path: (id: number) => string,
): Promise<Compared[]> {
  const [bare, hops] = [String(await freePort()), String(await freePort())];
  const [bareUrl, hopsUrl] = [`http://127.0.0.1:${bare}`, `http://127.0.0.1:${hops}`];
  const api = await bench.startLimit('bare-api', { PORT: bare, ORDERS_OF: `${bench.namespace}_orders` });
  const gateway = await bench.startLimit('bare-read-gateway', { PORT: hops, API_URL: bareUrl });
  const newest = (await models.orders.findOne().sort({ _id: -1 }).lean())?._id ?? 1;
  const token = await bench.token(null);
  const requests = Array.from({ length: 2000 }, (_, index): LoadRequest => {
    return { method: 'GET', path: path(newest - (index % Math.min(newest, 5000))), token };
  });
  const ask = (url: string) =>
    measured(bench, () =>
      closedLoop(url, 16, requests, (answer, request) => {
        if (request.path.includes('?')) checkPage(answer);
        else if (answer.status !== 200) throw new Error(`${request.path} returned ${answer.status}`);
      }),
    );
  const [oneHop, twoHops, runs] = await inTurns(ask, [bareUrl, hopsUrl, bench.store.url]);
  await gateway.stop();
  await api.stop();
  return [
    { name: `${name}, c = 16`, runs, limits: oneHop },
    { name: `${name}, c = 16, limit of two hops`, runs, limits: twoHops },
  ];
}

/** Measures the URLs in turn. Before that, each URL has two runs that are not counted. */
async function inTurns(
  ask: (url: string) => Promise<Measured>,
  urls: [string, string, string],
): Promise<[Measured[], Measured[], Measured[]]> {
  for (const url of [...urls, ...urls]) await ask(url);
  const results: [Measured[], Measured[], Measured[]] = [[], [], []];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, url] of urls.entries()) results[place]?.push(await ask(url));
  }
  return results;
}
