import { setTimeout as sleep } from 'node:timers/promises';

import { seededRandom, type Random } from '#tests/support/seeded-random.ts';
import { openAuditClient, type AuditClient } from '#tools/operate/audit/audit-client.ts';
import { startChaosStore, type ChaosStore, type Member } from '../chaos/chaos-store.ts';
import { createLedgerClient } from '../chaos/ledger-client.ts';
import { newLedger } from '../chaos/ledger.ts';
import { auditFindings } from '../chaos/oracle-data.ts';
import { untilQuiet } from '../chaos/quiet.ts';
import { openShop } from '../chaos/shop.ts';
import { readRecords, violationsIn } from './order-invariants.ts';
import { plantDamage } from './planted-damage.ts';
import { actOnce } from './random-commands.ts';
import { answeredCommands, type Actor, type Order, type Scene, type Violation } from './scene.ts';

export const currencies: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'USD', 3: 'KWD' };

interface PropertyOptions {
  commands: number;
  decimals: number;
  kills: number;
  seed: number;
  say: (line: string) => void;
}

const phases = 3;
const clients = 24;
const shoppers = 40;
const workers: readonly Member[] = ['orders-worker', 'orders-spare'];
const killed: readonly Member[] = [...workers, ...workers, 'catalog-worker', 'gateway', 'orders-api'];

interface Run {
  options: PropertyOptions;
  store: ChaosStore;
  database: AuditClient;
  scene: Scene;
  random: Random;
  actors: Actor[];
  kills: Partial<Record<Member, number>>;
}

/** Sends random commands to shared orders while processes are killed, and judges the records whenever no work is left. */
export async function runOrderProperties(options: PropertyOptions) {
  const { say, decimals, seed, commands } = options;
  const { [decimals]: currency = 'USD' } = currencies;
  say(`seed ${seed}, ${currency}`);
  const store = await startChaosStore({ isLong: false, env: { STORE_CURRENCY: currency, TAX_RATE: '0.14' } });
  const database = await openAuditClient(store.servers.mongodbUri);
  try {
    const run = await prepare(options, store, database);
    const { scene, actors, kills } = run;
    const began = performance.now();
    for (let phase = 1; phase <= phases; phase += 1) {
      const until = Math.round((commands * phase) / phases);
      await Promise.all([...actors.map((actor) => actUntil(actor, until)), killUntil(run, until)]);
      scene.violations.push(...(await judge(run)));
      say(`${answeredCommands(scene)} commands with a response, ${scene.violations.length} violations`);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    const lengths = Object.entries(await readRecords(database, store.namespace)).map(
      ([kind, { length }]) => [kind, length] as const,
    );
    const planted = await findPlanted(run);
    const counts = { commands: answeredCommands(scene), records: Object.fromEntries(lengths), kills };
    const { undone, violations, answers } = scene;
    return { seed, decimals, clients, seconds, ...counts, undone, planted, violations, answers };
  } finally {
    await database.close();
    await store.stop();
  }
}

async function prepare(options: PropertyOptions, store: ChaosStore, database: AuditClient): Promise<Run> {
  const random = seededRandom(options.seed);
  const admin = await store.token(null);
  const shop = await openShop(store.url, admin, { shoppers, subscriptions: 0 });
  const tokens = new Map<number | null, string>([[null, admin]]);
  const allowToken = async (userId: number) => void tokens.set(userId, await store.token(userId));
  for (const { userId } of shop.shoppers) await allowToken(userId);
  const scene: Scene = {
    unit: 10 ** options.decimals,
    ledger: newLedger(),
    shop,
    orders: [],
    operations: [],
    created: new Set(),
    units: new Map(shop.products.flatMap(({ id, stock }) => (stock === null ? [] : [[id, stock]]))),
    answers: {},
    undone: { compared: 0, changedByOthers: 0 },
    violations: [],
    allowToken,
  };
  const token = (userId: number | null) => tokens.get(userId) ?? '';
  const common = { url: store.url, ledger: scene.ledger, token, isEnding: () => true };
  const actors = Array.from({ length: clients }, (_, index): Actor => {
    const client = createLedgerClient({ ...common, name: `client-${index}`, random: random.fork() });
    return { scene, random: random.fork(), client };
  });
  return { options, store, database, scene, random, actors, kills: {} };
}

async function actUntil(actor: Actor, commands: number): Promise<void> {
  while (answeredCommands(actor.scene) < commands) await actOnce(actor);
}

/** Kills processes at equal intervals of commands, and restarts each process soon. */
async function killUntil({ options, store, scene, random, kills }: Run, commands: number): Promise<void> {
  const interval = options.commands / (options.kills + 1);
  const done = () => Object.values(kills).reduce((sum, count) => sum + count, 0);
  while (answeredCommands(scene) < commands) {
    await sleep(50);
    if (done() === options.kills || answeredCommands(scene) < interval * (done() + 1)) continue;
    const member = random.pick(killed);
    store.signal(member, 'SIGKILL');
    kills[member] = (kills[member] ?? 0) + 1;
    await sleep(random.between(0, 1500));
    await store.restart(member);
  }
}

async function readShown({ url, token }: ChaosStore): Promise<Order[]> {
  const headers = { authorization: `Bearer ${await token(null)}` };
  const shown: Order[] = [];
  for (let more: string | null = ''; more !== null;) {
    const query = `paginate=cursor&per_page=200${more && `&cursor=${encodeURIComponent(more)}`}`;
    const response = await fetch(`${url}/api/admin/orders?${query}`, { headers });
    const page = (await response.json()) as { data: Order[]; meta: { next_cursor: string | null } };
    shown.push(...page.data);
    more = page.meta.next_cursor;
  }
  return shown;
}

/** Runs the audit and the invariants over the records. */
async function inspect({ store, database, scene }: Run): Promise<Violation[]> {
  const { findings } = await auditFindings(database, { ...store.servers, namespace: store.namespace });
  const records = await readRecords(database, store.namespace);
  return [
    ...findings.map(({ rule, subject, detail }) => ({ rule: `audit: ${rule}`, subject, detail })),
    ...violationsIn(records, await readShown(store), scene),
  ];
}

/** Returns all violations once no work is left. */
async function judge(run: Run): Promise<Violation[]> {
  const { store, database, scene } = run;
  const stuck = await untilQuiet(store, database, 120_000);
  const unanswered = Object.entries(scene.answers).filter(([, codes]) => codes['unanswered'] !== undefined);
  return [
    ...stuck.map((detail) => ({ rule: 'quiet', subject: 'store', detail })),
    ...scene.ledger.defects.splice(0).map((detail) => ({ rule: 'server error', subject: 'store', detail })),
    ...unanswered.map(([type]) => ({
      rule: 'one answer',
      subject: type,
      detail: 'a command has no response',
    })),
    ...(await inspect(run)),
  ];
}

/**
 * Writes each kind of damage into the data and returns the rules that report it. Then repairs the damage and
 * checks that no finding is left.
 */
async function findPlanted(run: Run): Promise<{ name: string; foundBy: string[] }[]> {
  const { database, store, scene } = run;
  const { planted, repair } = await plantDamage(database, store.namespace, [...scene.units.keys()]);
  const found = await inspect(run);
  await repair();
  scene.violations.push(...(await judge(run)));
  return planted.map(({ name, subjects }) => {
    const own = found.filter(({ subject }) => subjects.includes(subject));
    return { name, foundBy: [...new Set(own.map(({ rule }) => rule))] };
  });
}
