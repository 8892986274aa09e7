import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAllPublished } from '#shared/engine/events/feed-state.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { eventually } from '#tests/support/eventually.ts';
import { say } from './bench-command.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { prepareCheckouts, searchIsComplete, type Checkouts } from './checkout-load.ts';
import { purposesIn } from './cpu-purposes.ts';
import { memoryOf, cpuBetween } from './process-figures.ts';
import { openShop } from './scenarios/limits-bench.ts';

const settleMs = 15_000;
const longestMs = 60_000;
const profileBytes = 64 * 1024 * 1024;
const serviceDatabases = ['catalog', 'orders', 'webhooks'];

/**
 * The name of a request in MongoDB's profile: the first key of `command`, such as `find`. For a write, the profile has only the
 * statement for one document in `command`, so the name is `op`, such as `update`.
 */
const nameOfCommand = {
  $cond: [
    { $in: ['$op', ['update', 'remove', 'insert', 'getmore']] },
    '$op',
    { $first: { $map: { input: { $objectToArray: '$command' }, in: '$$this.k' } } },
  ],
};

interface Load {
  callers: number;
  orders: number;
  p50: number;
  /** CPU milliseconds per checkout, for each process, until the last response. */
  during: Record<string, number>;
  /**
   * Like `during`, but also counts the work that follows the last response, and leaves out the cost of an
   * idle store.
   */
  cpu: Record<string, number>;
  /**
   * Database requests per checkout, including the requests that fill carts and the requests of an idle store.
   */
  requests?: Record<string, number>;
  /** CPU milliseconds per checkout, for each purpose, in all Node processes of the store. */
  purposes?: Record<string, number>;
}

type Settings = ReturnType<typeof settingsOf>;

export interface Asked {
  callers: string;
  orders: string;
  idle: string;
  profile: boolean;
  folder: string;
  json: string;
}

/** Measures the costs of a store, and writes and prints them. */
export async function measureCost(asked: Asked): Promise<void> {
  const { json, ...settings } = settingsOf(asked);
  mkdirSync(dirname(json), { recursive: true });
  const report = {
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model}, node ${process.version}`,
    ...(await measureCosts(settings)),
  };
  if (settings.profile) await addPurposes(settings, report.checkouts);
  writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(JSON.stringify(report, null, 2));
}

function settingsOf({ callers, orders, idle, ...others }: Asked) {
  return { ...others, callers: callers.split(',').map(Number), orders: Number(orders), idle: Number(idle) };
}

function measureCosts(settings: Omit<Settings, 'json'>) {
  return withBenchStore(settings.folder, async (bench) => {
    const { models, shop } = await openShop(bench);
    await sleep(settleMs);
    const pids = bench.store.processes();
    const memory = Object.fromEntries(pids.map(({ name, pid }) => [name, round(memoryOf(pid ?? 0))]));
    const idle = await idleCosts(bench, settings.idle);
    const checkouts = await prepareCheckouts(bench, models, shop);
    const warm = await checkouts.run(16, 500);
    say(`warmed up: ${Math.round(warm.rate)} checkouts a second`);
    const loads: Load[] = [];
    for (const callers of settings.callers)
      loads.push(await loadCosts(bench, checkouts, models, { ...settings, callers, idle }));
    for (const load of loads) {
      const counted = Math.min(load.orders, 500);
      const requests = await databaseRequests(bench, async () => {
        await checkouts.run(load.callers, counted);
        await followersAreDone(bench, models);
      });
      load.requests = requests(counted);
    }
    return { start_seconds: round(bench.startSeconds), memory_mib: memory, idle, checkouts: loads };
  });
}

interface Idle {
  /** CPU seconds per second. */
  cpu: Record<string, number>;
  requests_per_second: Record<string, number>;
}

async function idleCosts(bench: BenchStore, seconds: number): Promise<Idle> {
  const before = bench.figures();
  await sleep(seconds * 1000);
  const cpu = cpuBetween(before, bench.figures());
  return {
    cpu: mapped(cpu, (used) => round(used / seconds, 4)),
    requests_per_second: (await databaseRequests(bench, () => sleep(seconds * 1000)))(seconds),
  };
}

/** Counts the requests with MongoDB's profiler, by collection. */
async function databaseRequests(
  { orders, namespace }: BenchStore,
  work: () => Promise<unknown>,
): Promise<(per: number) => Record<string, number>> {
  const databases = serviceDatabases.map((name) => driverDatabase(orders).client.db(`${namespace}_${name}`));
  for (const db of databases) {
    await db.command({ profile: 0 });
    await db.collection('system.profile').drop();
    await db.createCollection('system.profile', { capped: true, size: profileBytes });
    await db.command({ profile: 2 });
  }
  await work();
  const counts: [string, number][] = [];
  for (const db of databases) {
    await db.command({ profile: 0 });
    const found = await db
      .collection('system.profile')
      .aggregate<{ _id: { ns: string; command: string }; count: number }>([
        { $match: { ns: { $not: /system\.profile$/ } } },
        { $group: { _id: { ns: '$ns', command: nameOfCommand }, count: { $sum: 1 } } },
      ])
      .toArray();
    for (const { _id, count } of found)
      counts.push([`${_id.command} ${_id.ns.replace(`${namespace}_`, '')}`, count]);
    await db.collection('system.profile').drop();
  }
  counts.sort(([, a], [, b]) => b - a);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return (per) => mapped({ all, ...Object.fromEntries(counts) }, (count) => round(count / per, 3));
}

async function loadCosts(
  bench: BenchStore,
  checkouts: Checkouts,
  models: Parameters<typeof searchIsComplete>[0],
  { callers, orders, idle }: { callers: number; orders: number; idle: Idle },
): Promise<Load> {
  let [before, startedAt] = [bench.figures(), performance.now()];
  const {
    p50,
    rate,
    cpu: during,
  } = await checkouts.run(callers, orders, undefined, () => {
    [before, startedAt] = [bench.figures(), performance.now()];
  });
  await followersAreDone(bench, models);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuBetween(before, bench.figures());
  say(`${callers} callers: ${Math.round(rate)} checkouts a second`);
  return {
    callers,
    orders,
    p50: round(p50, 2),
    during: mapped(during, (ms) => round(ms, 3)),
    cpu: Object.fromEntries(
      Object.entries(cpu).map(([name, used]) => [
        name,
        round(((used - (idle.cpu[name] ?? 0) * seconds) / orders) * 1000, 3),
      ]),
    ),
  };
}

async function followersAreDone(
  bench: BenchStore,
  models: Parameters<typeof searchIsComplete>[0],
): Promise<void> {
  await searchIsComplete(models);
  await eventually(
    'all events to be published',
    () => isAllPublished(driverDatabase(bench.orders)),
    longestMs,
  );
  await sleep(3000);
}

/** Measures the shares of the purposes with a second store, because taking profiles costs time. */
async function addPurposes(settings: Omit<Settings, 'json'>, loads: Load[]): Promise<void> {
  const profiles = mkdtempSync(join(resolve(settings.folder), 'profiles-'));
  try {
    const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval 500 --cpu-prof-dir=${profiles}` };
    const windows: { load: Load; from: number; to: number }[] = [];
    const profile = async (bench: BenchStore): Promise<void> => {
      const { models, shop } = await openShop(bench);
      const checkouts = await prepareCheckouts(bench, models, shop);
      await checkouts.run(16, 500);
      for (const load of loads) {
        let from = 0;
        await checkouts.run(load.callers, load.orders, undefined, () => (from = monotonicMs()));
        await followersAreDone(bench, models);
        windows.push({ load, from, to: monotonicMs() });
      }
    };
    await withBenchStore(settings.folder, profile, env);
    for (const { load, ...between } of windows)
      load.purposes = purposesOf(load, purposesIn(profiles, between));
  } finally {
    rmSync(profiles, { recursive: true });
  }
}

function purposesOf({ cpu }: Load, shares: Record<string, Record<string, number>>): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, of] of Object.entries(shares))
    for (const [purpose, share] of Object.entries(of))
      sums.set(purpose, (sums.get(purpose) ?? 0) + share * (cpu[name] ?? 0));
  return Object.fromEntries(
    [...sums].sort(([, a], [, b]) => b - a).map(([purpose, ms]) => [purpose, round(ms, 3)]),
  );
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function mapped(record: Record<string, number>, map: (value: number) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
