import { setTimeout as sleep } from 'node:timers/promises';

import { eventually } from '#tests/support/eventually.ts';
import { startTestStore, type TestStore } from '#tests/support/store.ts';
import { median } from '../load/percentile.ts';
import { processFigures, watchFigures } from '../load/process-figures.ts';
import { usualConnections, type Attack } from './attack.ts';
import { startAttackers, type AttackerProcess } from './attacker-process.ts';
import { allocatorSettings, containerLimit } from './container-settings.ts';
import type { Tally } from './hostile-connection.ts';
import { brokenPromises, defects, type Observed, type QuietFigures } from './judge.ts';
import { slowestLiveness } from './liveness.ts';
import { createOtherCaller, type OtherCaller } from './other-caller.ts';
import { plantScene, startLongOperation, type Planted } from './plant-scene.ts';

/** One attack with one number of connections: its requests, and its effects on the store and on the well-behaved caller. */
export interface Row extends Observed {
  attack: Attack;
  connections: number;
  tally: Tally;
  quiet: QuietFigures;
  /** CPU time of all processes, without the share of the well-behaved caller. */
  cpuMs: number;
  /** The broken promises. Slow responses are among them only if they were slow again when the attack was repeated alone. */
  broken: string[];
  /** The broken promises that a busy machine does not explain. */
  defects: string[];
}

export interface HostileRun {
  /**
   * Runs each attack of a family with each number of connections. Compares them with quiet periods before and
   * after the family.
   */
  family: (attacks: readonly Attack[], onRow: (row: Row) => void) => Promise<Row[]>;
  stop: () => Promise<void>;
}

interface Setting {
  store: TestStore;
  planted: Planted;
  attackers: AttackerProcess;
  other: OtherCaller;
  ms: number;
  memoryLimit: number;
}

interface Quiet extends QuietFigures {
  /** The store's CPU time per second of real time, in seconds. */
  cpu: number;
}

const quietWindows = 2;
const quietMs = 2000;
const inPlaceAfterMs = 300;
const calmWithinMs = 30_000;
const calmLiveMs = 100;
/** When an attack with a broken promise is repeated alone, it is measured this many times longer. */
const longerAlone = 3;

/** Starts a filled store with the default limits, and the process of the attackers. */
export async function startHostileRun(options: {
  seconds: number;
  profile?: string | undefined;
  say: (line: string) => void;
}): Promise<HostileRun> {
  const memoryLimit = containerLimit();
  const store = await startTestStore({ env: environment(memoryLimit, options.profile) });
  options.say('filling the store');
  const planted = await plantScene(store);
  const attackers = await startAttackers();
  const other = createOtherCaller(store.url, planted.others, planted.productId);
  const setting = { store, planted, attackers, other, ms: options.seconds * 1000, memoryLimit };
  // The first requests are not measured. They are slower, because they compile code and open connections.
  await measureQuiet(setting);
  return {
    family: (attacks, onRow) => runFamily(setting, attacks, onRow),
    stop: async () => {
      attackers.close();
      await other.close();
      await store.stop();
    },
  };
}

function environment(memoryLimit: number, profile: string | undefined): NodeJS.ProcessEnv {
  // Limits the heap as Node does in a container: to half of the container's memory.
  const nodeOptions = [`--max-old-space-size=${memoryLimit / 2}`];
  if (profile !== undefined) nodeOptions.push('--cpu-prof', `--cpu-prof-dir=${profile}`);
  return {
    ...allocatorSettings(),
    RATE_LIMIT_PER_MINUTE: '600',
    CHECKOUT_RATE_LIMIT_PER_MINUTE: '30',
    UNFINISHED_OPERATIONS_PER_CALLER: '100',
    NODE_OPTIONS: nodeOptions.join(' '),
  };
}

async function runFamily(
  setting: Setting,
  attacks: readonly Attack[],
  onRow: (row: Row) => void,
): Promise<Row[]> {
  const before = await quietTimes(setting);
  const rows: Row[] = [];
  for (const attack of attacks) {
    for (const connections of attack.connections ?? usualConnections) {
      const row = await measureRow(setting, attack, connections, middleOf(before));
      onRow(row);
      rows.push(row);
    }
  }
  const quiet = middleOf([...before, ...(await quietTimes(setting))]);
  const judged: Row[] = [];
  for (const row of rows) {
    const broken = brokenPromises(row, quiet, setting.memoryLimit);
    const isOnlySlow = broken.length > 0 && row.defects.length === 0;
    judged.push(isOnlySlow ? await repeatAlone(setting, row, onRow) : { ...row, quiet, broken });
  }
  return judged;
}

/**
 * Responses can be slow because of a single slow moment of a busy machine. So they count only if they are slow in the repetition
 * too.
 */
async function repeatAlone(setting: Setting, first: Row, onRow: (row: Row) => void): Promise<Row> {
  const { attack, connections } = first;
  const quiet = middleOf(await quietTimes(setting));
  const longer = { ...setting, ms: setting.ms * longerAlone };
  const row = await measureRow(longer, attack, connections, quiet);
  onRow(row);
  return row;
}

async function measureRow(setting: Setting, attack: Attack, connections: number, quiet: Quiet): Promise<Row> {
  const { store, planted, attackers, memoryLimit } = setting;
  const operation = attack.withOperation === true ? await beginOperation(setting) : null;
  const scene = operation === null ? planted.scene : { ...planted.scene, operationPath: operation.path };
  const startedAt = performance.now();
  const watched = watchProcesses(store);
  const underWay = await attackers.start(attack, connections, scene);
  await sleep(attack.inPlaceAfterMs ?? inPlaceAfterMs);
  const [other, liveMs] = await measureBoth(setting);
  const tally = await underWay.stop();
  const { cpu, peak } = watched();
  const seconds = (performance.now() - startedAt) / 1000;
  const died = await startTheDead(store);
  await restartTheLarge(store, peak, memoryLimit);
  await operation?.cancel();
  await untilCalm(setting);
  const observed = { other, liveMs, peak, requests: tally.requests, statuses: tally.statuses, died };
  const cpuMs = Math.max(sumOf(cpu) - quiet.cpu * seconds, 0) * 1000;
  const judged = {
    broken: brokenPromises(observed, quiet, memoryLimit),
    defects: defects(observed, memoryLimit),
  };
  return { ...observed, attack, connections, tally, quiet, cpuMs, ...judged };
}

function measureBoth({ store, other, ms }: Setting) {
  return Promise.all([other.measure(ms), slowestLiveness(store.url, ms)]);
}

async function quietTimes(setting: Setting): Promise<Quiet[]> {
  const times: Quiet[] = [];
  for (let window = 0; window < quietWindows; window += 1) times.push(await measureQuiet(setting));
  return times;
}

async function measureQuiet(setting: Setting): Promise<Quiet> {
  const watched = watchProcesses(setting.store);
  const { readP95, writeP95 } = await setting.other.measure(quietMs);
  return { readP95, writeP95, cpu: sumOf(watched().cpu) / (quietMs / 1000) };
}

function middleOf(times: readonly Quiet[]): Quiet {
  const middle = (of: (quiet: Quiet) => number) => median(times.map(of));
  return {
    readP95: middle(({ readP95 }) => readP95),
    writeP95: middle(({ writeP95 }) => writeP95),
    cpu: middle(({ cpu }) => cpu),
  };
}

async function beginOperation({ store, planted }: Setting) {
  const token = planted.scene.tokens.staff[0] ?? '';
  const path = await startLongOperation(store, token);
  return { path, cancel: () => store.request('DELETE', path, { token }) };
}

/** Waits until the work of an attack is done, so that it does not count against the next attack. */
async function untilCalm({ store, other }: Setting): Promise<void> {
  const deadline = performance.now() + calmWithinMs;
  let calmTimes = 0;
  while (calmTimes < 2 && performance.now() < deadline) {
    const { unanswered } = await other.measure(100);
    const isCalm = unanswered === 0 && (await slowestLiveness(store.url, 1)) < calmLiveMs;
    calmTimes = isCalm ? calmTimes + 1 : 0;
  }
}

async function startTheDead(store: TestStore): Promise<string[]> {
  const dead = store.processes().filter(({ pid }) => pid === undefined);
  for (const { name } of dead) await store.start(name);
  return dead.map(({ name }) => name);
}

/** Restarts the processes that a container would have killed, so that their memory does not count against the next attack. */
async function restartTheLarge(store: TestStore, peak: Record<string, number>, limit: number): Promise<void> {
  const large = store.processes().filter(({ name }) => (peak[name] ?? 0) > limit);
  for (const { name } of large) {
    store.kill(name, 'SIGKILL');
    await eventually(`${name} has ended`, () =>
      store.processes().some((process) => process.name === name && process.pid === undefined),
    );
    await store.start(name);
  }
}

/** Watches the processes that run now. A process that restarts is not watched any more. */
function watchProcesses(store: TestStore) {
  const pids = Object.fromEntries(store.processes().map(({ name, pid }) => [name, pid]));
  return watchFigures(() => processFigures(pids));
}

function sumOf(values: Record<string, number>): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}
