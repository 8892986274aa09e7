import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import type { Inventory, Order } from '#services/orders/rules/tables.ts';
import { countsOf } from './final-answer.ts';
import type { FinalAnswer } from './final-answer.ts';
import type { Entry } from './ledger.ts';
import type { Shop } from './shop.ts';

/** What the store says of a write when all is over. */
export interface Resolved {
  status: string;
  outcome: FinalAnswer | null;
}

export interface Data {
  orders: Order[];
  inventory: Inventory[];
  subscriptions: { version: number }[];
}

export interface Verdict {
  /** Accepted, and without effect or end. */
  lost: string[];
  /** Had its effect more than once. */
  duplicated: string[];
  /** Refused for certain, and applied all the same. */
  applied: string[];
  /** The same key was answered in two ways. */
  contradicted: string[];
  oversold: string[];
  stuck: string[];
}

export async function readData(client: AuditClient, namespace: string): Promise<Data> {
  const database = client.db(`${namespace}_orders`);
  const orders = await database.collection<Order>('orders').find().toArray();
  const inventory = await database.collection<Inventory>('inventory').find().toArray();
  const subscriptions = await client
    .db(`${namespace}_catalog`)
    .collection<{ version: number }>('subscriptions')
    .find({}, { projection: { version: 1 } })
    .toArray();
  return { orders, inventory, subscriptions };
}

/** Holds what the clients were told against what the data says. */
export function judge(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  data: Data,
  shop: Shop,
): Verdict {
  const verdict: Verdict = {
    lost: [],
    duplicated: [],
    applied: [],
    contradicted: [],
    oversold: [],
    stuck: [],
  };
  const effects = effectCounter(data, entries);
  for (const entry of entries) {
    const found = resolved.get(entry);
    const story = entry.story.join(', ');
    const name = `${entry.type} ${entry.key} (${entry.state}, operation ${found?.status ?? '?'}; ${story})`;
    judgeOutcome(entry, found, name, verdict);
    const count = effects(entry);
    if (count === null) continue;
    const isApplied = found?.status === 'succeeded' || entry.state === 'ok';
    if (count > 1) verdict.duplicated.push(`${name}: ${count} times`);
    else if (isApplied && count === 0) verdict.lost.push(`${name}: answered as done, and there is nothing`);
    else if (!isApplied && count > 0) verdict.applied.push(name);
  }
  judgeBulk(entries, resolved, data, verdict);
  verdict.oversold.push(...stockFaults(entries, resolved, data, shop));
  return verdict;
}

const finals = new Set(['succeeded', 'partly_succeeded', 'failed', 'cancelled', 'parked']);

function judgeOutcome(entry: Entry, found: Resolved | undefined, name: string, verdict: Verdict): void {
  const answers = [...entry.answers, ...(found?.outcome ? [found.outcome] : [])];
  const different = new Set(answers.map(({ status, content }) => `${status} ${content}`));
  if (different.size > 1) verdict.contradicted.push(`${name}: ${[...different].join(' | ')}`);
  const isFinal = finals.has(found?.status ?? '');
  if (entry.answers.length > 0 && !isFinal) verdict.lost.push(`${name}: answered, and not remembered`);
  else if (entry.wasAccepted && !isFinal && !entry.lostByOperator) verdict.stuck.push(name);
  if (entry.state === 'refused' && isFinal) verdict.applied.push(`${name}: refused for certain, and decided`);
}

/** Each change that bulk work tells of moved the version of one record by one, and nothing else did. */
function judgeBulk(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  { subscriptions }: Data,
  verdict: Verdict,
): void {
  const outcomes = entries
    .filter(({ type }) => type === 'subscriptions.bulk-update')
    .flatMap((entry) => resolved.get(entry)?.outcome ?? []);
  const told = outcomes.reduce((sum, outcome) => sum + countsOf(outcome).changed, 0);
  const made = subscriptions.reduce((sum, { version }) => sum + version - 1, 0);
  const fault = `subscriptions: ${made} changes were made, ${told} were told of`;
  if (made > told) verdict.duplicated.push(fault);
  if (made < told) verdict.lost.push(fault);
}

/** How often a write's effect is in the data; null when its effect leaves no mark, or may have been undone. */
function effectCounter({ orders }: Data, entries: readonly Entry[]): (entry: Entry) => number | null {
  const notes = countBy(orders.flatMap(({ notes: note }) => (note === null ? [] : [note])));
  const marks = countBy(orders.flatMap((order) => order.items.map((item) => item.main_price)));
  const cancels = new Map(
    orders.map((order) => [order._id, order.history.filter(({ to }) => to === 'cancelled').length]),
  );
  // An order that may have been deleted tells nothing any more.
  const deletable = new Set(
    entries.filter(({ type }) => type === 'orders.delete').map(({ path }) => Number(path.split('/').at(-1))),
  );
  const madeBy = (entry: Entry) => {
    const [answer] = entry.answers;
    if (answer?.code !== null) return null;
    return (JSON.parse(answer.content) as { data: { id: number; order_id?: number } }).data;
  };
  return (entry) => {
    const body = entry.body as { notes?: string; main_price?: number; order_id?: number } | undefined;
    switch (entry.type) {
      case 'orders.checkout':
        return notes.get(String(body?.notes)) ?? 0;
      case 'orders.create':
        return deletable.has(madeBy(entry)?.id ?? 0) ? null : (notes.get(String(body?.notes)) ?? 0);
      case 'order-items.create':
        if (deletable.has(body?.order_id ?? 0)) return null;
        return marks.get(Math.round((body?.main_price ?? 0) * 100)) ?? 0;
      case 'orders.cancel':
        return cancels.get(Number(entry.path.split('/').at(-2))) ?? 0;
      default:
        return null;
    }
  };
}

function countBy<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Units are neither made nor lost: what there was and what was added is in stock or in the lines. */
function stockFaults(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  { orders, inventory }: Data,
  { products }: Shop,
): string[] {
  const held = new Map<number, number>();
  for (const item of orders.flatMap((order) => order.items)) {
    held.set(item.product_id, (held.get(item.product_id) ?? 0) + item.held);
  }
  const added = new Map<number, number>();
  for (const entry of entries) {
    if (entry.type !== 'inventory.adjust' || resolved.get(entry)?.status !== 'succeeded') continue;
    const product = Number(entry.path.split('/').at(-2));
    added.set(product, (added.get(product) ?? 0) + (entry.body as { by: number }).by);
  }
  return products.flatMap(({ id, stock: initial }) => {
    const stock = inventory.find(({ _id }) => _id === id)?.stock ?? null;
    if (initial === null || stock === null) return [];
    const expected = initial + (added.get(id) ?? 0);
    const counted = stock + (held.get(id) ?? 0);
    const faults = stock < 0 ? [`products/${id}: stock is ${stock}`] : [];
    if (expected !== counted)
      faults.push(`products/${id}: ${counted} units are there, ${expected} should be`);
    return faults;
  });
}
