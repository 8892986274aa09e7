import { get } from 'node:http';
import { exportFormats, type ExportFormat } from '#shared/contracts/kit/exports.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { say } from './bench-command.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { importOrders } from './import-orders.ts';
import { prepareCheckouts, type Checkouts } from './checkout-load.ts';
import { median } from './percentile.ts';
import { watchFigures } from './process-figures.ts';
import { warmUp } from './scenarios/checkout-bench.ts';
import { openShop } from './scenarios/limits-bench.ts';

const print = (figures: object) => console.log(JSON.stringify(figures));
const rounded = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value)]));

export interface Asked {
  orders: string;
  callers: string;
  checkouts: string;
  turns: string;
  only: string;
  folder: string;
}

/** Exports the orders alone and concurrently with checkouts, and prints the figures. */
export async function measureExports(asked: Asked): Promise<void> {
  const { orders, callers, checkouts, turns, only, folder } = asked;
  const formats = exportFormats.filter((format) => only.split(',').includes(format));
  await withBenchStore(folder, async (bench) => {
    say(`filling up to ${orders} orders`);
    const { models, shop } = await openShop(bench);
    await importOrders(models, shop, Number(orders));
    for (const format of formats) {
      say(`exporting ${format} alone`);
      print(await exportAlone(bench, format));
    }
  });
  await withBenchStore(folder, async (bench) => {
    const { models, shop } = await openShop(bench);
    const load = await prepareCheckouts(bench, models, shop);
    say('warming up checkouts');
    await warmUp(load, [{ url: bench.store.url, models }]);
    for (const format of formats) {
      say(`exporting ${format} during checkouts`);
      const wanted = { callers: Number(callers), checkouts: Number(checkouts), turns: Number(turns) };
      print(await exportBeside(bench, format, load, wanted));
    }
  });
}

async function exportAlone(bench: BenchStore, format: ExportFormat) {
  const orders = await bench.orders.collection('orders').estimatedDocumentCount();
  const watched = watchFigures(bench.figures);
  const startedAt = performance.now();
  const { bytes, lines } = await download(bench, format).ended;
  const seconds = (performance.now() - startedAt) / 1000;
  const { cpu, peak } = watched();
  const expected = { csv: orders + 1, ndjson: orders, xlsx: null }[format];
  if (expected !== null && lines !== expected) throw new Error(`${lines} lines, not ${expected}`);
  return {
    format,
    orders,
    seconds: Math.round(seconds),
    rowsPerSecond: Math.round(orders / seconds),
    MiB: Math.round(bytes / 2 ** 20),
    cpuSeconds: rounded(cpu),
    peakMiB: rounded(peak),
  };
}

interface Wanted {
  callers: number;
  checkouts: number;
  turns: number;
}

async function exportBeside(
  bench: BenchStore,
  format: ExportFormat,
  load: Checkouts,
  { callers, checkouts, turns }: Wanted,
) {
  const [alone, beside, rates]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < turns; turn += 1) {
    alone.push((await load.run(callers, checkouts)).p95);
    const file = download(bench, format);
    const startedAt = performance.now();
    const tooEarly = file.ended.then(() => {
      throw new PlainError('The export ended before the checkouts did: use a larger number for --orders.');
    });
    const { p95 } = await Promise.race([load.run(callers, checkouts), tooEarly]);
    // Counts bytes instead of rows, because the rows of a spreadsheet cannot be counted in its stream.
    rates.push(file.bytes() / ((performance.now() - startedAt) / 1000));
    file.leave();
    await tooEarly.catch(() => undefined);
    beside.push(p95);
  }
  return {
    beside: format,
    callers,
    p95Alone: alone.map(tenth),
    p95Beside: beside.map(tenth),
    ratio: tenth(median(beside) / median(alone)),
    KiBPerSecond: Math.round(median(rates) / 1024),
  };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Reads an export and ignores its bytes. */
function download(bench: BenchStore, format: ExportFormat) {
  const left = new AbortController();
  const read = { bytes: 0, lines: 0 };
  const ended = (async () => {
    const headers = { authorization: `Bearer ${await bench.token(null)}` };
    const url = new URL(`/api/admin/orders?format=${format}`, bench.store.url);
    const { promise, resolve, reject } = Promise.withResolvers<typeof read>();
    const request = get(url, { headers, signal: left.signal }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The export returned ${response.statusCode}`));
      response.on('data', (piece: Buffer) => {
        read.bytes += piece.length;
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) read.lines += 1;
      });
      response.on('end', () => resolve(read)).on('error', reject);
    });
    request.on('error', reject);
    return promise;
  })();
  return { ended, bytes: () => read.bytes, leave: () => left.abort() };
}
