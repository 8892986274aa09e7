import type { FinalAnswer } from '../final-answer.ts';
import type { Entry } from '../ledger.ts';

/** Facts about a drill that the record of the clients' writes does not contain. Times are in ms. */
export interface DrillFacts {
  /** The time to which the backup restores, exact to the second. */
  momentAt: number;
  disasterAt: number;
  restoredAt: number;
  /** The version of each restored record, keyed by path such as `orders/12` or `carts/3`. */
  restored: ReadonlyMap<string, number>;
  /** The last order id in the backup. */
  lastId: number;
  /** The order id after which the restored store continues. The first store cannot have assigned a higher one. */
  jumpedTo: number;
}

export interface DrillLedger {
  /** Number of writes acknowledged before the disaster, then the number of them that the restore kept. */
  before: number;
  kept: number;
  /** The lost writes, such as `checkout shopper-1-12, order 34`. */
  lost: string[];
  /** The number of emptied carts. The response to emptying a cart has no version, so it cannot be compared. */
  uncomparable: number;
  after: number;
  /** Ids and numbers that were assigned twice. They are also among the faults. */
  twice: string[];
  faults: string[];
}

interface Acknowledged {
  entry: Entry;
  answer: FinalAnswer;
}

interface PlacedOrder {
  id: number;
  order_number: string;
  items: { id: number }[];
}

/** Explains each difference between the responses to clients and the restored data. */
export function drillLedger(entries: readonly Entry[], facts: DrillFacts): DrillLedger {
  const all = entries.flatMap((entry) => entry.answers.map((answer) => ({ entry, answer })));
  const done = all.filter(({ answer }) => answer.status < 400 && !answer.replayed);
  const before = done.filter(({ answer }) => answer.at < facts.disasterAt);
  const ledger: DrillLedger = {
    before: before.length,
    kept: 0,
    lost: [],
    uncomparable: 0,
    twice: givenTwice(done, facts),
    faults: [],
    after: done.filter(({ answer }) => answer.at > facts.restoredAt).length,
  };
  for (const acknowledged of before) settle(acknowledged, facts, ledger);
  ledger.faults.push(...ledger.twice);
  return ledger;
}

function settle({ entry, answer }: Acknowledged, facts: DrillFacts, ledger: DrillLedger): void {
  const record = recordOf(entry, answer);
  if (record === null || answer.version === null) {
    ledger.uncomparable += 1;
    return;
  }
  const isKept = answer.version <= (facts.restored.get(record) ?? 0);
  const name = `${entry.type} ${entry.key}, ${record} at version ${answer.version}`;
  if (isKept) ledger.kept += 1;
  else ledger.lost.push(name);
  if (!isKept && answer.at < facts.momentAt)
    ledger.faults.push(`lost, although written before the backup: ${name}`);
  const order = orderIn(entry, answer);
  if (order && isKept !== order.id <= facts.lastId)
    ledger.faults.push(`${isKept ? 'there' : 'lost'}, against the backup's sequence: ${name}`);
}

function recordOf(entry: Entry, answer: FinalAnswer): string | null {
  if (entry.type.startsWith('cart.')) return `carts/${entry.owner.replace('client:', '')}`;
  const placed = orderIn(entry, answer);
  if (placed) return `orders/${placed.id}`;
  const [, id] = /\/orders\/(\d+)\/cancel$/.exec(entry.path) ?? [];
  return id === undefined ? null : `orders/${id}`;
}

function orderIn({ type }: Entry, { content }: FinalAnswer): PlacedOrder | null {
  return type === 'orders.checkout' ? (JSON.parse(content) as { data: PlacedOrder }).data : null;
}

/**
 * Ids and order numbers that were assigned to two commands. Also ids and numbers that the restored store
 * assigned again, although the lost data contained them.
 */
function givenTwice(done: readonly Acknowledged[], { lastId, jumpedTo, restoredAt }: DrillFacts): string[] {
  const faults: string[] = [];
  const owners = new Map<string, string>();
  for (const { entry, answer } of done) {
    const order = orderIn(entry, answer);
    if (!order) continue;
    const given = [
      `order ${order.id}`,
      `number ${order.order_number}`,
      ...order.items.map(({ id }) => `line ${id}`),
    ];
    const owner = `${entry.key} at ${answer.at > restoredAt ? 'the restored store' : 'the first store'}`;
    for (const one of given) {
      const other = owners.get(one);
      if (other !== undefined && other !== owner)
        faults.push(`assigned twice: ${one} to ${other} and ${owner}`);
      owners.set(one, owner);
    }
    if (answer.at > restoredAt && order.id > lastId && order.id <= jumpedTo)
      faults.push(`assigned again: order ${order.id} to ${entry.key}`);
  }
  return faults;
}

export function drillTable(
  { before, kept, lost, uncomparable, after }: DrillLedger,
  more: Readonly<Record<string, string | number>>,
): string {
  const rows = {
    'acknowledged before the disaster': before,
    'of these there after the restore': kept,
    'of these lost, all of after the backup': lost.length,
    'of these carts that were emptied': uncomparable,
    'acknowledged by the restored store': after,
    ...more,
  };
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  return Object.entries(rows)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join('\n');
}
