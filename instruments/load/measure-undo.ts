import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './bench-command.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { prepareCheckouts, type Checkouts } from './checkout-load.ts';
import { importSubscriptions, openCatalog, type Catalog } from './import-subscriptions.ts';
import { bareBulkWork, type BulkWorkKind } from './limits/bare-bulk-work.ts';
import { watchFigures } from './process-figures.ts';
import { warmUp } from './scenarios/checkout-bench.ts';
import { openShop } from './scenarios/limits-bench.ts';
import { beginBulk, type RunningBulk } from './write-bench.ts';

const print = (figures: object) => console.log(JSON.stringify(figures));

export interface Asked {
  records: string;
  turns: string;
  parts: string;
  callers: string;
  checkouts: string;
  folder: string;
}

/** Rehearses, applies and undoes a bulk update, and prints the figures. */
export async function measureUndo(asked: Asked): Promise<void> {
  const { records, turns, parts, callers, checkouts, folder } = asked;
  await withBenchStore(folder, async (bench) => {
    const catalog = openCatalog(bench);
    say(`filling up to twice ${records} subscriptions`);
    const all = await importSubscriptions(catalog, 2 * Number(records));
    // The limit program uses other records. The store's undo must find the store's records unchanged.
    const [ids, bare] = [all.slice(0, Number(records)), all.slice(Number(records))];
    if (parts.includes('pace'))
      for (let turn = 0; turn < Number(turns); turn += 1) await pace(bench, catalog, ids, bare);
    if (!parts.includes('beside')) return;
    const { models, shop } = await openShop(bench);
    const load = await prepareCheckouts(bench, models, shop);
    say('warming up checkouts');
    await warmUp(load, [{ url: bench.store.url, models }]);
    for (let turn = 0; turn < Number(turns); turn += 1)
      await beside(bench, ids, load, { callers: Number(callers), checkouts: Number(checkouts) });
  });
}

function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}

/** A price that no subscription is likely to have. */
function newPrice(): { set: number } {
  return { set: rounded(1 + Math.random() * 9000, 2) };
}

/** Runs the three kinds of operation in turn. Each operation acts on the previous one. */
async function* rehearsedAppliedUndone(
  bench: BenchStore,
  ids: readonly number[],
): AsyncGenerator<[BulkWorkKind, () => Promise<RunningBulk>]> {
  let last = '';
  const kept = async (path: string, body?: object): Promise<RunningBulk> => {
    const running = await beginBulk(bench, ids.length, path, body);
    last = running.id;
    return running;
  };
  const asked = { ids, price: newPrice(), dry_run: true };
  yield ['rehearse', () => kept('/api/admin/subscriptions/bulk-update', asked)];
  yield ['apply', () => kept(`/api/operations/${last}/apply`)];
  yield ['undo', () => kept(`/api/operations/${last}/undo`)];
}

async function pace(
  bench: BenchStore,
  catalog: Catalog,
  ids: readonly number[],
  bare: readonly number[],
): Promise<void> {
  for await (const [kind, start] of rehearsedAppliedUndone(bench, ids)) {
    say(kind);
    const watched = watchFigures(bench.figures);
    const seconds = await (await start()).ended;
    const { peak } = watched();
    say(`${kind}, its limit`);
    const limit = await bareBulkWork(catalog, bare, { kind, price: rounded(Math.random() * 900_000) });
    print({
      kind,
      records: ids.length,
      seconds: rounded(seconds, 1),
      perSecond: rounded(ids.length / seconds),
      limitPerSecond: rounded(ids.length / limit),
      ratio: rounded(limit / seconds, 2),
      workerPeakMiB: rounded(peak['catalog-worker'] ?? 0),
    });
  }
}

async function beside(
  bench: BenchStore,
  ids: readonly number[],
  load: Checkouts,
  { callers, checkouts }: { callers: number; checkouts: number },
): Promise<void> {
  for await (const [kind, start] of rehearsedAppliedUndone(bench, ids)) {
    say(`checkouts alone, then beside: ${kind}`);
    const alone = await load.run(callers, checkouts);
    const { ended } = await start();
    const together = await load.run(callers, checkouts);
    const isOver = await Promise.race([ended.then(() => true), sleep(0, false)]);
    if (isOver) say('the bulk operation ended before the checkouts did: use a larger number for --records');
    await ended;
    print({
      beside: kind,
      callers,
      isOver,
      p95Alone: rounded(alone.p95, 1),
      p95Beside: rounded(together.p95, 1),
      ratio: rounded(together.p95 / alone.p95, 2),
    });
  }
}
