import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import { say } from './bench-command.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { askAlone, askTogether, type AskedAlone } from './list-bench.ts';
import { listQuestions } from './list-questions.ts';
import { importOrders } from './import-orders.ts';
import { prepareCheckouts } from './checkout-load.ts';
import { warmUp } from './scenarios/checkout-bench.ts';
import { openShop, shoppers } from './scenarios/limits-bench.ts';
import { seedCustomers } from './seed-customers.ts';
import type { Shop } from '#tests/support/seed/seed-shop.ts';

const customers = 100_000;

type Answers = Record<string, AskedAlone & { wanted: number | null; rateOf16: number }>;
/** Keyed by number of orders, then by name of the query. */
type ListsReport = Record<string, Answers>;

export interface Asked {
  orders: string;
  fill: boolean;
  only: string;
  checkouts: string;
  folder: string;
  json: string;
}

/** Reads the lists of stores of several sizes, and prints a table. */
export async function measureLists(asked: Asked): Promise<void> {
  const { orders, fill, folder } = asked;
  const report: ListsReport = {};
  for (const size of orders.split(',').map(Number)) {
    await withBenchStore(join(folder, String(size)), async (bench) => {
      const filled = await fillLists(bench, size);
      if (fill) return;
      report[size] = await askEverything(bench, filled.models, asked.only);
      writeFileSync(asked.json, `${JSON.stringify(report, null, 2)}\n`);
      const turns = Number(asked.checkouts);
      if (turns > 0) await checkOut(bench, filled, turns);
    });
  }
  if (!fill) console.log(listsTable(report));
}

interface Filled {
  models: OrdersModels;
  shop: Shop;
}

async function fillLists(bench: BenchStore, size: number): Promise<Filled> {
  const { models, shop } = await openShop(bench);
  say(`filling up to ${size} orders of ${customers} customers`);
  const people = await seedCustomers(models, customers);
  await importOrders(models, { ...shop, ...people }, size);
  return { models, shop };
}

async function askEverything(bench: BenchStore, models: OrdersModels, only: string): Promise<Answers> {
  const questions = (await listQuestions(models)).filter(({ name }) => new RegExp(only).test(name));
  say('one caller');
  const alone = await askAlone(bench, questions);
  say('sixteen callers');
  const together = await askTogether(bench, questions);
  return Object.fromEntries(
    questions.flatMap(({ name, wanted }) => {
      const [one, many] = [alone[name], together[name]];
      return one && many ? [[name, { wanted, ...one, rateOf16: many.rate }]] : [];
    }),
  );
}

/** Prints the rate, the 95th percentile and the CPU milliseconds per checkout of each process. */
async function checkOut(bench: BenchStore, { models, shop }: Filled, turns: number): Promise<void> {
  const load = await prepareCheckouts(bench, models, shop);
  say('warming up checkouts');
  await warmUp(load, [{ url: bench.store.url, models }]);
  for (let turn = 0; turn < turns; turn += 1) {
    const { rate, p95, cpu } = await load.run(64, shoppers);
    const tidy = (value: number) => Number(value.toFixed(3));
    const costs = Object.entries(cpu).map(([name, ms]) => [name, tidy(ms)]);
    console.log(JSON.stringify({ checkouts: tidy(rate), p95: tidy(p95), ...Object.fromEntries(costs) }));
  }
}

/**
 * A Markdown table with the 50th and 95th percentile for one caller, the slowest first request, and the rate of sixteen
 * callers.
 */
function listsTable(report: ListsReport): string {
  const sizes = Object.keys(report);
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const names = Object.keys(report[sizes.at(-1) ?? ''] ?? {});
  const cell = (size: string, name: string) => {
    const result = report[size]?.[name];
    if (!result) return '';
    const ms = [result.p50, result.p95, result.first].map((one) => one.toFixed(1));
    const isMissed = size === '1000000' && result.wanted !== null && result.p95 > result.wanted;
    return `${ms.join(', ')}; ${result.rateOf16.toFixed(0)}${isMissed ? ` (wanted ${result.wanted})` : ''}`;
  };
  const head = ['question', ...sizes.map((size) => `${Number(size).toLocaleString('en')} orders`)];
  return [
    row(head),
    row(head.map(() => '---')),
    ...names.map((name) => row([name, ...sizes.map((size) => cell(size, name))])),
  ].join('\n');
}
