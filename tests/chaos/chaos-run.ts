import { setTimeout as sleep } from 'node:timers/promises';

import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { auditStore } from '#tools/operate/audit/audit-store.ts';
import { startChaosStore } from './chaos-store.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { ChaosReport } from './chaos-report.ts';
import type { Fault, FaultContext, Strike } from './fault.ts';
import { countStates, newLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { createLedgerClient } from './ledger-client.ts';
import type { LedgerClient } from './ledger-client.ts';
import { judge, readData } from './oracle.ts';
import { poisonFaults, sendPoison } from './poison.ts';
import { untilQuiet } from './quiet.ts';
import { resolveAll } from './resolve.ts';
import { seededRandom } from './seeded-random.ts';
import type { Random } from './seeded-random.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { runAdmin } from './admin-workload.ts';
import { runShopper } from './workload.ts';
import type { Pace } from './workload.ts';

export interface ChaosOptions {
  seed: number;
  /** Struck one after the other, until they end or the time is up. */
  faults: (random: Random) => Iterable<Fault>;
  forMs: number;
  /** How long a pause or a cut lasts. */
  holdMs: number;
  /** Whether some commands are made to fail alone, to be parked and redriven: takes 40 s at least. */
  withPoison: boolean;
  say: (line: string) => void;
}

const shoppers = 6;
const admins = 3;
const quietWithin = 120_000;

/** A store under load, one fault after the other; then everything is healed, and what clients were told is compared with the data. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = Date.now();
  options.say(`seed ${options.seed}`);
  const store = await startChaosStore();
  const client = await openAuditClient(store.servers.mongodbUri);
  try {
    const random = seededRandom(options.seed);
    const ledger = newLedger();
    const shop = await openShop(store.url, await store.token(null), shoppers);
    const tokens = new Map<number | null, string>([[null, await store.token(null)]]);
    for (const { userId } of shop.shoppers) tokens.set(userId, await store.token(userId));
    const pace: Pace = { isFast: false, isOver: false };
    const clientOf = (name: string): LedgerClient =>
      createLedgerClient({
        ...{ url: store.url, ledger, name, random: random.fork() },
        token: (userId) => tokens.get(userId) ?? '',
        isEnding: () => pace.isOver,
      });
    const work = startWork(shop, clientOf, random, pace);
    const poisoned = options.withPoison ? await sendPoison(store, clientOf('poison'), shop) : [];
    const strikes = await strikeAll(
      options,
      { store, ledger, random, holdMs: options.holdMs },
      clientOf('probe'),
      pace,
      shop,
    );
    pace.isOver = true;
    await work;
    options.say('healed; waiting until it is quiet');
    const unquiet = await untilQuiet(store, client, quietWithin);
    const poison = await poisonFaults(store, client, poisoned);
    unquiet.push(...(await untilQuiet(store, client, quietWithin)));
    return await report({ options, store, client, ledger, shop, strikes, unquiet, poison, startedAt });
  } finally {
    await client.close();
    await store.stop();
  }
}

function startWork(
  shop: Shop,
  clientOf: (name: string) => LedgerClient,
  random: Random,
  pace: Pace,
): Promise<unknown> {
  const actor = (name: string) => ({ client: clientOf(name), random: random.fork(), shop, pace });
  return Promise.all([
    ...shop.shoppers.map((shopper, index) => runShopper(actor(`shopper-${index}`), shopper)),
    ...Array.from({ length: admins }, (_, index) => runAdmin(actor(`admin-${index}`))),
  ]);
}

async function strikeAll(
  { faults, forMs, say }: ChaosOptions,
  context: FaultContext,
  probe: LedgerClient,
  pace: Pace,
  shop: Shop,
): Promise<Strike[]> {
  const { ledger, random, store } = context;
  const deadline = Date.now() + forMs;
  const strikes: Strike[] = [];
  for (const fault of faults(random)) {
    if (Date.now() > deadline) break;
    const { kind, target } = fault;
    pace.isFast = true;
    await sleep(200 + random.below(300));
    const { inFlight } = ledger;
    const hasStruck = await fault.strike(context);
    const struckUntil = Date.now();
    await store.reviveAll();
    await probeUntilWell(probe, shop);
    pace.isFast = false;
    const recoveryMs = Date.now() - struckUntil;
    strikes.push({ kind, target, inFlight, hasStruck, recoveryMs });
    say(
      `${kind} ${target}: ${hasStruck ? 'struck' : 'MISSED'} with ${inFlight} under way, well again in ${recoveryMs} ms`,
    );
    await sleep(random.below(700));
  }
  return strikes;
}

async function probeUntilWell(
  probe: LedgerClient,
  { shoppers: [first], products: [product] }: Shop,
): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { state } = await probe.write(
      {
        ...{ type: 'cart.set', service: 'orders', method: 'PUT', userId: first?.userId ?? 0 },
        ...{ path: `/api/client/cart/items/${product?.id ?? 0}`, body: { amount: tries + 1 } },
      },
      { mayAbandon: false },
    );
    if (state === 'ok') return;
  }
}

async function report(all: {
  options: ChaosOptions;
  store: ChaosStore;
  client: AuditClient;
  ledger: Ledger;
  shop: Shop;
  strikes: Strike[];
  unquiet: string[];
  poison: string[];
  startedAt: number;
}): Promise<ChaosReport> {
  const { options, store, client, ledger, shop, strikes, unquiet, poison, startedAt } = all;
  const resolved = await resolveAll(store, ledger.entries);
  const verdict = judge(ledger.entries, resolved, await readData(client, store.namespace), shop);
  const audit = await auditStore(client, {
    mongodbUri: store.servers.mongodbUri,
    rabbitmqUrl: store.servers.rabbitmqUrl,
    namespace: store.namespace,
  });
  const logs = (['orders-worker', 'catalog-worker'] as const).flatMap((name) => store.log(name).split('\n'));
  const redeliveries = logs.filter((line) => line.includes('"redelivered":true'));
  return {
    seed: options.seed,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    strikes,
    counts: countStates(ledger.entries),
    attempts: ledger.entries.reduce((sum, entry) => sum + entry.attempts, 0),
    redelivered: redeliveries.length,
    suppressed: redeliveries.filter((line) => line.includes('"replayed":true')).length,
    replayed: ledger.entries.flatMap((entry) => entry.answers).filter((answer) => answer.replayed).length,
    verdict,
    findings: audit.findings.map(({ rule, subject, detail }) => `${rule} ${subject}: ${detail}`),
    counted: audit.counted,
    defects: ledger.defects,
    stuck: unquiet,
    poison,
  };
}
