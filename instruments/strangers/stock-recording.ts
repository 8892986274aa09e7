import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { eventually } from '#tests/support/eventually.ts';
import { seededRandom, type Random } from '#tests/support/seeded-random.ts';
import { createApiClient } from '#tools/seed/api-client.ts';
import { startChaosStore, type ChaosStore, type Member } from '../chaos/chaos-store.ts';
import { createLedgerClient, type LedgerClient } from '../chaos/ledger-client.ts';
import { newLedger, type Entry } from '../chaos/ledger.ts';
import { openShop, type Shopper } from '../chaos/shop.ts';
import { dataOf, idIn } from '../order-properties/scene.ts';

/**
 * The units of a stock row in a response. When the store refuses a checkout, `stock` is the number of
 * available units.
 */
interface Row {
  stock?: number | undefined;
  held?: number | undefined;
}

/** One request and its outcome. Times are in µs of one monotonic clock. */
export interface Call extends Row {
  client: number;
  call: number;
  /** Null if the client never learned the outcome. */
  return: number | null;
  result: 'ok' | 'refused' | 'unknown';
  kind: 'read' | 'adjust' | 'reserve' | 'release' | 'timeline' | 'other';
  /** The number of units that are reserved or released, or by which the stock is adjusted. */
  units?: number;
  /** The order that is released, counted from 0 for each product. */
  order?: number;
  /** The records that an accepted write changes, or the record whose timeline is read. */
  records?: string[];
  /** The request id of a write. For a timeline, the request ids in it, oldest first. */
  request?: string;
  timeline?: string[];
}

/** All calls about the stock of one product. */
export interface StockHistory {
  name: string;
  stock: number;
  calls: Call[];
}

interface StockRecording {
  histories: StockHistory[];
  /** Responses with a 5xx status other than 503, and commands with two outcomes. */
  defects: string[];
}

/** One of several clients. All clients share these arrays. */
interface Actor {
  client: LedgerClient;
  number: number;
  random: Random;
  product: number;
  calls: Call[];
  orders: number[];
  /** Requests that end an order. Each order has two, of which the store must accept only one. */
  endings: { send: Parameters<typeof write>[1]; facts: Facts }[];
  shoppers: Shopper[];
  /** Whether the client sometimes gives up after one attempt. */
  isImpatient: boolean;
  defects: string[];
}

type Facts = Pick<Call, 'kind'> & Partial<Call>;

const clients = 10;
const mostProducts = 6;
/** The units of each product before the first call. At that time no units are held. */
export const firstStock = 12;
/**
 * The number of accepted writes for each product. It must be below 200, because a page of a timeline has at
 * most 200 changes.
 */
const changesEach = 170;
const victims: readonly Member[] = ['orders-worker', 'orders-spare', 'orders-api'];
const killPoints = ['worker.before-commit', 'worker.before-reply', 'worker.before-ack'] as const;

let recording: Promise<StockRecording> | undefined;

/** Records on first use. The judges share one recording. */
export const recordedStock = () => (recording ??= recordStock());

/** Clients change and read the stock of one product after the other, while processes are killed and restarted. */
async function recordStock(): Promise<StockRecording> {
  const random = seededRandom(randomInt(2 ** 31));
  const store = await startChaosStore({ isLong: false });
  try {
    const admin = await store.token(null);
    const size = { shoppers: 5 * clients, subscriptions: 0 };
    const { products, shoppers } = await openShop(store.url, admin, size);
    const tokens = new Map<number | null, string>([[null, admin]]);
    for (const { userId } of shoppers) tokens.set(userId, await store.token(userId));
    const ledger = newLedger();
    const { defects } = ledger;
    const token = (userId: number | null) => tokens.get(userId) ?? '';
    const common = { url: store.url, ledger, token, isEnding: () => true };
    const workers = Array.from({ length: clients }, (_, number) => {
      const client = createLedgerClient({ ...common, name: `client-${number}`, random: random.fork() });
      return { client, number, random: random.fork() };
    });
    const histories: StockHistory[] = [];
    let kills = 0;
    for (const [index, { id: product }] of products.slice(0, mostProducts).entries()) {
      const stock = { stock: firstStock };
      const path = `/api/admin/inventory/${product}`;
      await createApiClient(store.url, admin).write('PUT', path, `first-${product}`, stock);
      // Only every second history has calls without an outcome, because such calls could hide a fault.
      const scene = { product, shoppers, defects, isImpatient: index % 2 === 1 };
      const lists: Pick<Actor, 'calls' | 'orders' | 'endings'> = { calls: [], orders: [], endings: [] };
      const actors = workers.map((worker): Actor => ({ ...worker, ...scene, ...lists }));
      const isOver = () => lists.calls.filter(isChange).length >= changesEach;
      const acting = actors.map((actor) => actUntil(isOver, actor));
      const [killed] = await Promise.all([killUntil(isOver, store, { random, ...scene }), ...acting]);
      kills += killed;
      await Promise.all(actors.map(readAtEnd));
      histories.push({ name: `product ${product}`, calls: lists.calls, ...stock });
    }
    const unknown = histories.flatMap(({ calls }) => calls.filter(({ result }) => result === 'unknown'));
    const total = histories.reduce((sum, { calls }) => sum + calls.length, 0);
    console.log(`    ${total} calls, ${kills} kills, ${unknown.length} outcomes unknown`);
    if (kills === 0) throw new Error('No process was killed during the recording');
    return { histories, defects };
  } finally {
    await store.stop();
  }
}

const isChange = ({ request, result }: Call) => request !== undefined && result !== 'refused';

async function actUntil(isOver: () => boolean, actor: Actor): Promise<void> {
  while (!isOver()) {
    const chosen = actor.random.next();
    if (chosen < 0.35) await checkOut(actor);
    else if (chosen < 0.55) await endOrder(actor);
    else if (chosen < 0.65) await adjust(actor);
    else if (chosen < 0.7) await pay(actor);
    else if (chosen < 0.9) await readStock(actor);
    else await readTimeline(actor, `inventory/${actor.product}`);
  }
}

const microseconds = () => performance.now() * 1000;

/** Sends a write and records it, unless no attempt can have reached the store. `learn` reads its outcome. */
async function write(
  { client, number, random, calls, isImpatient, defects }: Actor,
  [route, body, userId = null]: [route: `${'POST' | 'PUT'} ${string}`, body: object, userId?: number | null],
  learn: (entry: Entry) => Facts,
): Promise<Entry['state']> {
  const [method, path] = [route.startsWith('PUT') ? 'PUT' : 'POST', route.replace(/^\w+ /, '')] as const;
  const how = { mayAbandon: false, isOnce: isImpatient && random.chance(0.3) };
  const call = Math.floor(microseconds());
  const entry = await client.write({ type: path, service: 'orders', method, path, body, userId }, how);
  const end = Math.ceil(microseconds());
  const { state, requestId: request, answers } = entry;
  const outcomes = new Set(answers.map(({ status, code }) => `${status} ${String(code)}`));
  if (outcomes.size > 1) defects.push(`${route} has two outcomes: ${[...outcomes].join(', ')}`);
  const result = state === 'ok' ? 'ok' : state === 'failed' ? 'refused' : 'unknown';
  const common = { client: number, call, return: result === 'unknown' ? null : end, result } as const;
  if (state !== 'refused') calls.push({ ...common, request, ...learn(entry) });
  return state;
}

async function checkOut(actor: Actor): Promise<void> {
  const { client, random, product, shoppers, orders, endings } = actor;
  const shopper = shoppers.shift();
  if (shopper === undefined) throw new Error('No shopper is left.');
  const { userId, addressId } = shopper;
  const units = random.between(1, 4);
  const path = `/api/client/cart/items/${product}`;
  const cart = { type: 'cart.set', service: 'orders', path, userId } as const;
  await client.write({ ...cart, method: 'PUT', body: { amount: units } }, { mayAbandon: false });
  const body = { payment_method: 1, address_id: addressId };
  const state = await write(actor, ['POST /api/client/orders/checkout', body, userId], (entry) => {
    const [id, stock] = [idIn(entry), `inventory/${product}`];
    if (id === undefined) return { kind: 'reserve', units, records: [stock], ...availableIn(entry) };
    const facts = { units, records: [stock, `orders/${id}`] };
    const release = { kind: 'release', order: orders.push(id) - 1, ...facts } as const;
    const rejection = { status: 'rejected', reject_reason: 'Sold out' };
    endings.push({ facts: release, send: [`PUT /api/admin/orders/${id}`, rejection] });
    endings.push({ facts: release, send: [`POST /api/client/orders/${id}/cancel`, {}, userId] });
    return { kind: 'reserve', ...facts };
  });
  // A checkout without an outcome may still take the cart, so this shopper orders nothing more.
  if (state === 'unknown') return;
  if (state !== 'ok') await client.write({ ...cart, method: 'DELETE' }, { mayAbandon: false });
  shoppers.push(shopper);
}

function availableIn({ answers: [answer] }: Entry): Row {
  if (answer?.code !== 'out_of_stock') return {};
  const [, , [short]] = JSON.parse(answer.content) as [string, unknown, { available: number }[]];
  return { stock: short?.available };
}

async function endOrder(actor: Actor): Promise<void> {
  const [ending] = actor.endings.splice(actor.random.below(actor.endings.length), 1);
  if (ending) await write(actor, ending.send, () => ending.facts);
}

async function adjust(actor: Actor): Promise<void> {
  const [stock, units] = [`inventory/${actor.product}`, actor.random.pick([-4, -1, 2, 3, 5])];
  await write(actor, [`POST /api/admin/${stock}/adjust`, { by: units }], (entry) => {
    return { kind: 'adjust', units, records: [stock], ...rowIn(dataOf(entry)) };
  });
}

/** A payment also changes the order, whose timeline shows the paid amount. */
async function pay(actor: Actor): Promise<void> {
  if (actor.orders.length === 0) return;
  const order = `orders/${actor.random.pick(actor.orders)}`;
  await write(actor, [`POST /api/admin/${order}/payments`, { amount: 1 }], (entry) => {
    const id = idIn(entry);
    return { kind: 'other', records: id === undefined ? [order] : [order, `payments/${id}`] };
  });
}

function rowIn(shown: unknown): Row {
  const { stock, held } = (shown ?? {}) as Row;
  return { stock, held };
}

/** Records the read unless the store could not serve it. `learn` reads its rows. */
async function read(
  { client, number, calls }: Actor,
  path: string,
  learn: (rows: unknown[]) => Facts,
): Promise<void> {
  const call = Math.floor(microseconds());
  const answer = await client.read(path).catch(() => null);
  if (answer?.status !== 200) return;
  const { data } = answer.body as { data: unknown };
  const common = { client: number, call, return: Math.ceil(microseconds()), result: 'ok' } as const;
  calls.push({ ...common, ...learn([data].flat()) });
}

function readStock(actor: Actor): Promise<void> {
  const of = actor.random.chance(0.5) ? '?filters[product_id]=' : '/';
  const path = `/api/admin/inventory${of}${actor.product}`;
  return read(actor, path, ([row]) => ({ kind: 'read', ...rowIn(row) }));
}

function readTimeline(actor: Actor, record: string): Promise<void> {
  return read(actor, `/api/admin/${record}/timeline?per_page=200`, (rows) => {
    const requests = (rows as { via: { request_id: string } }[]).map(({ via }) => via.request_id);
    // Leaves out the requests that prepared the shop.
    const timeline = requests.filter((request) => request.startsWith('r-client-')).reverse();
    return { kind: 'timeline', records: [record], timeline };
  });
}

/** Reads the timelines of all records. Each client reads its share of them. */
async function readAtEnd(actor: Actor): Promise<void> {
  const records = new Set(actor.calls.flatMap((call) => call.records ?? []));
  const own = [...records].filter((_, index) => index % clients === actor.number);
  for (const record of own) await readTimeline(actor, record);
  await readStock(actor);
}

/** Returns the number of killed processes. */
async function killUntil(
  isOver: () => boolean,
  store: ChaosStore,
  { random, isImpatient }: Pick<Actor, 'random' | 'isImpatient'>,
): Promise<number> {
  let kills = 0;
  while (!isOver()) {
    await sleep(random.between(500, 2000));
    const point = random.pick(killPoints);
    const member = isImpatient && random.chance(0.5) ? 'gateway' : random.pick(victims);
    const isAtPoint = random.chance(0.5);
    if (isAtPoint) store.arm(point);
    else store.signal(member, 'SIGKILL');
    await eventually(point, () => !store.isArmed(point) || isOver());
    if (store.isArmed(point)) {
      store.disarm(point);
      break;
    }
    await eventually('a process to be away', store.isAnyAway);
    kills += 1;
    await sleep(random.between(0, 500));
    await store.reviveAll();
  }
  return kills;
}
