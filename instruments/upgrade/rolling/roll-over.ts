import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { stopRecorded } from '#tools/local-stack/process-records.ts';
import { ensureServers } from '#tools/local-stack/servers.ts';
import { checkOutRelease, thisTree } from '../../releases/release-checkout.ts';
import type { RunningRelease } from '../../releases/running-release.ts';
import { auditFaults, type UpgradeReport } from '../check-upgrade.ts';
import { createHttpClient } from '../http-client.ts';
import { makeOldData, readRecords, type OldData } from '../old-data.ts';
import { decidedBy } from './decided-by.ts';
import { prepareNewWork, sendNewWork, type NewWork } from './new-work.ts';
import { createReleaseSets } from './release-sets.ts';
import { createRequestLedger } from './request-ledger.ts';
import { startRollingLoad } from './rolling-load.ts';

interface RollingOptions {
  commit: string;
  folder: string;
  say: (line: string) => void;
}

const stageMs = 15_000;
const sets = ['old-1', 'old-2', 'new-1', 'new-2'];

/**
 * Runs two sets of an earlier release's processes under load, and replaces them by two sets of this tree, one after the other. A
 * set is a complete copy of the store's processes.
 */
export async function rollOver({ commit, folder: given, say }: RollingOptions): Promise<UpgradeReport> {
  const folder = join(resolve(given), 'rolling');
  const earlier = await checkOutRelease(commit);
  // Stops processes of an earlier run that was killed.
  for (const name of sets) await stopRecorded(join(folder, name, 'run'));
  const dataDir = await openDataDir(join(folder, 'servers'));
  dataDir.clear();
  for (const name of sets) rmSync(join(folder, name), { recursive: true, force: true });
  const servers = await ensureServers({ dataDir, say });
  const running = new Map<string, RunningRelease>();
  try {
    const { start, env } = createReleaseSets(folder, servers);
    const startSet = async (name: string): Promise<RunningRelease> => {
      say(`starting ${name}`);
      const release = await start(name, name.startsWith('old') ? earlier : thisTree);
      running.set(name, release);
      return release;
    };
    return await roll({ startSet, running, folder, env, say });
  } finally {
    await Promise.all([...running.values()].map((release) => release.stop()));
    await servers.stop();
    dataDir.release();
  }
}

interface Stage {
  startSet: (name: string) => Promise<RunningRelease>;
  running: Map<string, RunningRelease>;
  folder: string;
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
}

async function roll({ startSet, running, folder, env, say }: Stage): Promise<UpgradeReport> {
  const first = await startSet('old-1');
  const data = await makeOldData(first);
  const [early, late] = [await prepareNewWork(first.url, data, 1), await prepareNewWork(first.url, data, 2)];
  const ledger = createRequestLedger();
  const load = startRollingLoad(data, ledger);
  const join = async (name: string) =>
    load.rotation.add(name, (running.get(name) ?? (await startSet(name))).url);
  const leave = async (name: string) => {
    load.rotation.remove(name);
    // Waits one second, in which requests in flight end.
    await sleep(1000);
    say(`stopping ${name}`);
    await running.get(name)?.stop();
    running.delete(name);
  };
  const startedAt = new Date();
  await join('old-1');
  say(`migrating while old-1 runs: ${await operate(env, 'migrate', '--apply')}`);
  // Brokers before RabbitMQ 4 assign all queues to the worker that started first. Even then, this order of starts makes the
  // workers of each release process writes from the gateways of the other release.
  await join('new-1');
  const newGateway = running.get('new-1')?.url ?? '';
  const newWork = [await sendNewWork(newGateway, data, early)];
  for (const name of ['old-2', 'new-2']) await join(name);
  newWork.push(await sendNewWork(newGateway, data, late));
  const waiting = newWork.flatMap((round) => round.waiting);
  say(`writes of new kinds that wait for workers of this tree: ${waiting.join(', ')}`);
  say('two sets of each release, under load');
  await sleep(stageMs);
  await leave('old-1');
  await sleep(stageMs);
  await leave('old-2');
  const migrated = await operate(env, 'migrate', '--apply');
  say(`migrating what had to wait for the earlier release to stop: ${migrated}`);
  await sleep(stageMs);
  // Restarts one of the two sets of this release's processes. Its workers now write the new format. The workers of the other
  // set started before the migration, so they still write the old format.
  await leave('new-1');
  await join('new-1');
  await sleep(stageMs);
  const { orders, faults } = await load.stop();
  const seconds = (Date.now() - startedAt.getTime()) / 1000;
  const decided = decidedBy(folder, sets, startedAt);
  for (const line of [...ledger.table(), ...decided.table]) console.log(line);
  const last = running.get('new-2');
  const differences = [
    ...ledger.refused(),
    ...faults,
    ...decided.missing,
    ...(waiting.length === 0 ? ['no write of a new kind had to wait for a worker of this tree'] : []),
    ...(await newWorkFaults(newWork, last)),
    ...(migrated.includes(' waits') ? [`a migration still waits: ${migrated}`] : []),
    ...(await parkedFaults(env)),
    ...(await auditFaults(() => operate(env, 'audit'), say)),
    ...(last ? await orderFaults(last, data, orders) : ['no set is left']),
  ];
  return { data: `${ledger.size} requests, ${orders.size} orders`, seconds, differences };
}

async function newWorkFaults(
  rounds: readonly NewWork[],
  last: RunningRelease | undefined,
): Promise<string[]> {
  if (!last) return [];
  const faults: string[] = [];
  for (const round of rounds) faults.push(...(await round.faults(last.url)));
  return faults;
}

/** Checks that each checkout made one order and that no other order exists. */
async function orderFaults(
  release: RunningRelease,
  data: OldData,
  made: ReadonlyMap<string, number>,
): Promise<string[]> {
  const admin = createHttpClient(release.url, data.adminToken);
  const { orders } = await readRecords(admin);
  const known = new Set([...made.values(), ...data.orders.map(({ id }) => id)]);
  const faults = [...made].flatMap(([key, id]) =>
    orders.has(id) ? [] : [`the order ${id} of ${key} is missing`],
  );
  if (new Set(made.values()).size !== made.size) faults.push('two checkouts returned the same order');
  if (orders.size !== known.size)
    faults.push(`there are ${orders.size} orders, but ${known.size} were placed`);
  return faults;
}

async function parkedFaults(env: NodeJS.ProcessEnv): Promise<string[]> {
  const parked = await operate(env, 'parked', 'list', '--json');
  return parked === '' ? [] : [`parked: ${parked}`];
}

/** Runs a command of this tree. Resolves to the command's output. Rejects if the exit code is not 0. */
async function operate(env: NodeJS.ProcessEnv, command: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`tools/operate/${command}.ts`, ...args], {
    cwd: thisTree.folder,
    env: { ...process.env, ...env },
  });
  return stdout.trim().replaceAll('\n', '; ');
}
