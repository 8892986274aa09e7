import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { freePort } from '#tools/local-stack/free-port.ts';
import { stopRecorded } from '#tools/local-stack/process-records.ts';
import { checkOutRelease, thisTree, type ReleaseCheckout } from '../../releases/release-checkout.ts';
import { startRelease, withoutRateLimits, type RunningRelease } from '../../releases/running-release.ts';
import { say } from '../bench-command.ts';
import type { ReleasesOptions } from '../bench-options.ts';
import { aloneOnMachine, cpuOf, untilQuiet } from './alone.ts';
import { comparedScenarios, preparedTurn, type Scenario } from './compared-scenarios.ts';
import { fillStore, type ComparedStore } from './compared-store.ts';
import {
  comparisonReport,
  isFastEnough,
  type Comparison,
  type ComparedTurns,
  type Turn,
} from './comparison-report.ts';

const shoppers = 2000;

/**
 * Alternately runs this tree and an earlier release under the same load. Each has its own servers with the same data, and only
 * one has load at a time. Returns true if no scenario became slower than allowed.
 */
export async function compareReleases(options: ReleasesOptions): Promise<boolean> {
  const { against, atLeast, only, minutes, seconds, folder, json } = options;
  const [first, ...others] = comparedScenarios(shoppers);
  const asked = [first, ...others].filter(({ name }) => name.includes(only));
  if (asked.length === 0) throw new Error(`--only ${only}: no scenario's name contains this text`);
  const startedAt = new Date();
  const deadline = startedAt.getTime() + minutes * 60_000;
  const earlier = await checkOutRelease(against);
  const stores: ComparedStore[] = [];
  const scenarios: ComparedTurns[] = [];
  try {
    stores.push(await openStore('old', earlier, folder));
    stores.push(await openStore('new', thisTree, folder));
    // The first scenario warms up most of the code. Its checkouts are the data for the scenarios that read.
    if (!asked.includes(first)) await warmUp(first, stores, seconds);
    for (const scenario of asked) {
      scenarios.push(await compare(scenario, stores, options, deadline));
    }
  } finally {
    for (const { release } of stores.toReversed()) await release.stop();
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, node ${process.version}`;
  const comparison: Comparison = {
    at: startedAt.toISOString(),
    machine,
    against: earlier.commit ?? against,
    atLeast,
    scenarios,
  };
  writeFileSync(json, `${JSON.stringify(comparison, null, 2)}\n`);
  console.log(comparisonReport(comparison));
  return isFastEnough(comparison);
}

async function openStore(
  name: 'old' | 'new',
  checkout: ReleaseCheckout,
  folder: string,
): Promise<ComparedStore> {
  say(`starting the ${name} release`);
  const own = join(folder, name);
  // Stops the processes of an earlier run that was killed.
  await stopRecorded(join(own, 'run'));
  const options = { checkout, name, folder: own, port: await freePort(), reset: true };
  const release = await startRelease({ ...options, env: withoutRateLimits });
  say(`filling the ${name} release`);
  return await filled(name, release);
}

async function filled(name: 'old' | 'new', release: RunningRelease): Promise<ComparedStore> {
  try {
    return await fillStore(name, release, shoppers);
  } catch (error) {
    await release.stop();
    throw error;
  }
}

/** Runs old, new, new, old, …. So a machine that becomes faster or slower favours neither release. */
async function compare(
  scenario: Scenario,
  stores: readonly ComparedStore[],
  { alternations, seconds }: ReleasesOptions,
  deadline: number,
): Promise<ComparedTurns> {
  say(`${scenario.name}: warming up`);
  const count = await warmUp(scenario, stores, seconds);
  say(`${scenario.name}: ${alternations} × 2 turns of ${count} requests`);
  const turns: Turn[][] = [];
  for (let pair = 0; pair < alternations && Date.now() < deadline; pair += 1) {
    const inOrder = pair % 2 === 0 ? stores : stores.toReversed();
    const both: Turn[] = [];
    for (const store of inOrder) both.push(await measuredTurn(scenario, store, stores, count));
    turns.push(both);
  }
  return { name: scenario.name, alternations, turns };
}

/**
 * Warms up both stores twice. Returns the number of requests that the slower store completes in `seconds`. Each measured run then
 * sends this number of requests, to either store.
 */
async function warmUp(
  scenario: Scenario,
  stores: readonly ComparedStore[],
  seconds: number,
): Promise<number> {
  let count = scenario.firstCount;
  for (const inOrder of [stores, stores.toReversed()]) {
    const rates: number[] = [];
    for (const store of inOrder) {
      const { rate } = await measuredTurn(scenario, store, stores, count);
      rates.push(rate);
    }
    count = Math.min(Math.ceil(Math.min(...rates) * seconds), scenario.mostCount);
  }
  return count;
}

async function measuredTurn(
  scenario: Scenario,
  store: ComparedStore,
  stores: readonly ComparedStore[],
  count: number,
): Promise<Turn> {
  const run = await preparedTurn(scenario, store, count);
  await untilQuiet(store);
  return aloneOnMachine(store, stores, async () => {
    const before = cpuOf(store);
    const result = await run().catch((cause: unknown) => {
      throw new Error(`The ${store.name} release failed in ${scenario.name}.`, { cause });
    });
    return { ...result, release: store.name, cpuMs: ((cpuOf(store) - before) * 1000) / count };
  });
}
