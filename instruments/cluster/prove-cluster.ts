import { setTimeout as sleep } from 'node:timers/promises';
import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import { processNames } from '#deploy/processes.ts';
import { countStates, newLedger, type Ledger } from '../chaos/ledger.ts';
import { createLedgerClient, type LedgerClient } from '../chaos/ledger-client.ts';
import { judge } from '../chaos/oracle.ts';
import { readData } from '../chaos/oracle-data.ts';
import { untilQuiet } from '../chaos/quiet.ts';
import { resolveAll } from '../chaos/resolve.ts';
import { seededRandom, type Random } from '#tests/support/seeded-random.ts';
import { openShop, type Shop } from '../chaos/shop.ts';
import { runAdmin } from '../chaos/admin-workload.ts';
import { runShopper, type Pace } from '../chaos/workload.ts';
import { docker } from '#tests/support/compose-store.ts';
import { clusterStore, type ClusterStore } from './cluster-store.ts';

const shoppers = 6;
const admins = 2;
const awayMs = 3000;
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

interface Strike {
  what: string;
  inFlight: number;
  /** Time in ms from the kill to the next successful write. The killed container is still down then. */
  againAfterMs: number;
}

/** Proves that a new cluster loses no data, and removes the cluster. Returns the exit code. */
export async function proveCluster(): Promise<number> {
  const store = await clusterStore();
  let stopping: Promise<void> | undefined;
  const remove = () => (stopping ??= store.remove());
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void remove().then(() => process.exit(130)));
  try {
    say('building and starting the cluster');
    await store.compose('up', '--build', '--wait', '--wait-timeout', '220');
    return (await prove(store)) ? 0 : 1;
  } catch (error) {
    console.error(error);
    console.error(await store.compose('ps', '--all', '--format', '{{.Service}} {{.Status}}'));
    console.error(
      await store.compose('logs', '--tail', '15', 'database', 'gateway', 'rabbitmq', 'rabbitmq-2'),
    );
    return 1;
  } finally {
    say('removing the cluster');
    await remove();
  }
}

async function prove(cluster: ClusterStore): Promise<boolean> {
  const run = await openRun(cluster);
  const { ledger, shop, pace } = run;
  const startedAt = Date.now();
  const work = startWork(cluster, run);
  const strikes: Strike[] = [];
  for (const [what, find] of victimsOf(cluster)) strikes.push(await strike(cluster, run, what, await find()));
  pace.isOver = true;
  await work;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  say('healed; comparing the answers to clients with the data');
  const faults = await faultsOf(cluster, ledger, shop);
  showResult(strikes, ledger, seconds, faults);
  return faults.length === 0;
}

interface Run {
  ledger: Ledger;
  random: Random;
  shop: Shop;
  pace: Pace;
  clientOf: (name: string, url: string) => LedgerClient;
}

async function openRun(cluster: ClusterStore): Promise<Run> {
  const ledger = newLedger();
  const random = seededRandom(20261121);
  const pace: Pace = { isFast: true, isHeld: false, isOver: false };
  const adminToken = await cluster.token(null);
  const shop = await openShop(cluster.urls[0], adminToken, { shoppers });
  const tokens = new Map<number | null, string>([[null, adminToken]]);
  for (const { userId } of shop.shoppers) tokens.set(userId, await cluster.token(userId));
  const clientOf = (name: string, url: string) =>
    createLedgerClient({
      url,
      ledger,
      name,
      random: random.fork(),
      token: (userId) => tokens.get(userId) ?? '',
      isEnding: () => pace.isOver,
    });
  return { ledger, random, shop, pace, clientOf };
}

function startWork(cluster: ClusterStore, { random, shop, pace, clientOf }: Run): Promise<unknown> {
  const [first, second] = cluster.urls;
  const actor = (name: string, index: number) => ({
    client: clientOf(name, index % 2 === 0 ? first : second),
    random: random.fork(),
    shop,
    pace,
  });
  return Promise.all([
    ...shop.shoppers.map((shopper, index) => runShopper(actor(`shopper-${index}`, index), shopper)),
    ...Array.from({ length: admins }, (_, index) => runAdmin(actor(`admin-${index}`, index))),
  ]);
}

/** The containers to kill, with a function that finds each container at the time of the kill. */
function victimsOf(cluster: ClusterStore): [string, () => Promise<string>][] {
  return [
    ['leader of most queues (RabbitMQ, 1 of 3)', cluster.leadingBroker],
    ['primary (MongoDB, 1 of 3)', async () => (await cluster.primary()).container],
    ...processNames.map((name): [string, () => Promise<string>] => [
      `${name} (1 of 2)`,
      () => cluster.member(name),
    ]),
  ];
}

async function strike(
  cluster: ClusterStore,
  { ledger, shop, clientOf }: Run,
  what: string,
  victim: string,
): Promise<Strike> {
  const [first, second] = cluster.urls;
  await sleep(1000);
  const { inFlight } = ledger;
  // Probes the other gateway, because a client of a killed gateway waits until it restarts.
  const isFirst =
    what.startsWith('gateway') && (await docker('port', victim, '3000')).includes(new URL(first).port);
  await docker('kill', '--signal', 'KILL', victim);
  const struckAt = Date.now();
  await probe(clientOf(`probe-${ledger.entries.length}`, isFirst ? second : first), shop);
  const againAfterMs = Date.now() - struckAt;
  say(`killed: ${what}, with ${inFlight} under way; the next write was done after ${againAfterMs} ms`);
  await sleep(awayMs);
  await cluster.revive(victim);
  return { what, inFlight, againAfterMs };
}

async function faultsOf(cluster: ClusterStore, ledger: Ledger, shop: Shop): Promise<string[]> {
  const client = await openAuditClient((await cluster.primary()).uri);
  const unquiet = await untilQuiet(cluster, client, 60_000);
  const resolved = await resolveAll({ ...cluster, url: cluster.urls[0] }, ledger.entries);
  const verdict = judge(ledger.entries, resolved, await readData(client, cluster.namespace), shop);
  await client.close();
  const audit = await cluster.compose('run', '--rm', '--no-deps', '-T', 'operator', 'audit');
  const judged = Object.entries<string[]>({ ...verdict }).flatMap(([kind, all]) =>
    all.map((one) => `${kind}: ${one}`),
  );
  const found = audit.includes('Nothing is wrong.') ? [] : [audit];
  return [...judged, ...ledger.defects, ...unquiet, ...found];
}

function showResult(strikes: readonly Strike[], ledger: Ledger, seconds: number, faults: string[]): void {
  const counts = countStates(ledger.entries);
  const rows = strikes.map(
    ({ what, inFlight, againAfterMs }) => `| ${what} | ${inFlight} | ${(againAfterMs / 1000).toFixed(1)} s |`,
  );
  const head = ['| killed (-9) | writes under way | next write done after |', '| --- | --- | --- |'];
  console.log(['', ...head, ...rows].join('\n'));
  console.log(
    `\n${ledger.entries.length} writes in ${seconds} s: ${counts.ok} done, ${counts.failed} refused by a rule, ` +
      `${counts.refused} not accepted, ${counts.unknown} unknown until their operation was read. ` +
      (faults.length === 0 ? 'Lost 0, doubled 0, oversold 0, stuck 0.' : `${faults.length} faults:`),
  );
  for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`);
}

async function probe(client: LedgerClient, { shoppers: [one], products: [product] }: Shop): Promise<void> {
  const { state, story } = await client.write(
    {
      type: 'cart.set',
      service: 'orders',
      method: 'PUT',
      userId: one?.userId ?? 0,
      path: `/api/client/cart/items/${product?.id ?? 0}`,
      body: { amount: 1 },
    },
    { mayAbandon: false },
  );
  if (state !== 'ok') throw new Error(`The next write is ${state}: ${story.join(', ')}`);
}
