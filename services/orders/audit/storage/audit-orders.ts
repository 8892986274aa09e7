import { judgedById } from '#shared/engine/audit/audit-records.ts';
import { eachPage, createIdSet, type IdSet, type Looking } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection, SectionReport } from '#shared/engine/audit/run-audit.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { retention } from '#shared/contracts/retention.ts';
import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { commandOfMaker } from '#shared/engine/decide/make-once.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { readAnswer } from '#shared/engine/commands/short-outcome.ts';
import {
  ordersWithoutCommand,
  lostOrders,
  madeTwice,
  orderOfLocation,
  type MadeOrder,
} from '../command-findings.ts';
import { numberFindings, numbersToCompare, orderFindings, withoutChangedFigures } from '../order-findings.ts';
import { cartFindings, spentCarts, type Reference } from '../people-findings.ts';
import { itemRowFindings, textFindings, type AuditedRow, type AuditedText } from '../row-findings.ts';
import { orderPaymentFindings } from '../payment-findings.ts';
import { orderReturnFindings } from '../return-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import type { Order, OrderReturn, Payment } from '../../records/tables.ts';
import { indexedUpToId } from '../../lists/storage/search-index.ts';
import { findLostReferences, remembersSince } from './lost-references.ts';
import { rowsSince } from './rows-since.ts';

type Stored = Order & { search: string; number_key?: string; payment_status?: string };

/**
 * The age up to which commands are audited: one hour less than the inbox keeps outcomes, because older commands may expire
 * during the audit.
 */
const inboxKeptMs = retention.outcomes.keptMs - 3600 * 1000;

interface Seen {
  items: IdSet;
  /** Maps each user id to the latest cart version that became an order. */
  carts: Map<number, number>;
  indexedUpTo: number;
  keptSince: string;
  /** Commands up to this time were read. `answered` has the ids of the orders that they created. */
  commandsUntil: string;
  answered: Pick<IdSet, 'has'>;
}

/** Audits orders and the data that belongs to them: rows of `order_items`, search texts, carts and commands. */
export const ordersSection: AuditSection = {
  name: 'orders',
  look: async (looking, report) => {
    const { client, name } = looking.database;
    const counters = client.db(name).collection<{ _id: string; version: number }>('counters');
    const seen: Seen = {
      items: createIdSet(),
      carts: new Map(),
      indexedUpTo: (await counters.findOne({ _id: indexedUpToId }))?.version ?? 0,
      keptSince: new Date(storeNow().getTime() - inboxKeptMs).toISOString(),
      commandsUntil: new Date(storeNow().getTime() - 60_000).toISOString(),
      answered: await auditCommands(looking, report),
    };
    await eachPage<Stored>(looking, 'orders', {}, (orders, snapshot) =>
      judgePage(orders, snapshot, seen, report),
    );
  },
};

async function judgePage(
  orders: Stored[],
  snapshot: Snapshot,
  seen: Seen,
  report: SectionReport,
): Promise<void> {
  const findings = orders.flatMap((order) => judgedById('orders', order, orderFindings));
  const differing = findings.filter(({ rule }) => rule === 'order-figures-differ');
  const rows = await rowsSince(
    snapshot,
    differing.map(({ subject }) => ({ subject, version: 0 })),
  );
  report.found(withoutChangedFigures(findings, orders, rows));
  report.counted('orders', orders.length);
  const readable = orders.filter((order) => faults.orders({ ...order, history: [] }) === null);
  report.counted(
    'items',
    readable.reduce((sum, { items }) => sum + items.length, 0),
  );
  report.found(itemsTwice(readable, seen));
  report.found(await numbersAlike(readable, snapshot));
  report.found(await paymentsAndReturns(readable, snapshot));
  report.found(await besideOrders(orders, readable, snapshot, seen));
  report.found(await cartsOf(readable, snapshot, seen));
  report.found(await commandsOf(readable, snapshot, seen));
  report.found(await findLostReferences(snapshot, readable.flatMap(namedBy)));
}

/** Finds order numbers set by admins that differ from another order's number only in letter case or in the script of digits. */
async function numbersAlike(orders: readonly Stored[], snapshot: Snapshot): Promise<Finding[]> {
  const { keys, generated } = numbersToCompare(orders);
  if (keys.length === 0) return [];
  const same = { $or: [{ number_key: { $in: keys } }, { order_number: { $in: generated } }] };
  const fields = { order_number: 1, number_key: 1 } as const;
  return numberFindings(orders, await readSome<Stored>(snapshot, 'orders', same, fields));
}

function itemsTwice(orders: readonly Stored[], { items }: Seen): Finding[] {
  return orders.flatMap((order) =>
    order.items
      .filter(({ id }) => !items.add(id))
      .map(({ id }) =>
        finding(
          'item-twice',
          `order_items/${id}`,
          `another order and orders/${order._id} have a line with this id`,
        ),
      ),
  );
}

/** Compares each order with its payments and returns. Skips damaged ones, which other sections report. */
async function paymentsAndReturns(orders: readonly Stored[], snapshot: Snapshot): Promise<Finding[]> {
  const payments = await readSome<Payment>(
    snapshot,
    'payments',
    { order_id: { $in: orders.map(({ _id }) => _id) } },
    { search: 0 },
  );
  const returns = await readSome<OrderReturn>(
    snapshot,
    'returns',
    { order_id: { $in: orders.map(({ _id }) => _id) } },
    { search: 0 },
  );
  const paymentsByOrder = Map.groupBy(payments, ({ order_id: order }) => order);
  const returnsByOrder = Map.groupBy(returns, ({ order_id: order }) => order);
  return orders.flatMap((order) => {
    const paid = paymentsByOrder.get(order._id) ?? [];
    const back = returnsByOrder.get(order._id) ?? [];
    const isSound =
      paid.every((payment) => faults.payments(payment) === null) &&
      back.every((record) => faults.returns(record) === null);
    return isSound ? [...orderPaymentFindings(order, paid), ...orderReturnFindings(order, back, paid)] : [];
  });
}

/** Compares rows of `order_items` and search texts with their orders. Skips damaged orders. */
async function besideOrders(
  orders: readonly Stored[],
  readable: readonly Stored[],
  snapshot: Snapshot,
  { indexedUpTo }: Seen,
): Promise<Finding[]> {
  const ids = { $in: readable.map(({ _id }) => _id) };
  const rows = await readSome<AuditedRow>(snapshot, 'order_items', { order_id: ids }, { search: 0 });
  const texts = await readSome<AuditedText>(snapshot, 'order_texts', { _id: ids }, { text: 1 });
  const damaged = new Set(orders.filter((order) => !readable.includes(order)).map(({ _id }) => _id));
  return [
    ...itemRowFindings(
      readable,
      rows.filter((row) => !damaged.has(row.order_id)),
    ),
    ...textFindings(readable, texts, indexedUpTo),
  ];
}

/** Checks that each cart has a later version than the one that became an order, and that no version became two orders. */
async function cartsOf(orders: readonly Stored[], snapshot: Snapshot, { carts }: Seen): Promise<Finding[]> {
  const users = [...spentCarts(orders).keys()];
  if (users.length === 0) return [];
  const kept = await readSome<{ _id: number; version: number }>(
    snapshot,
    'carts',
    { _id: { $in: users } },
    { version: 1 },
  );
  const suspects = orders.filter(({ user_id: userId, cart_version: version }) => {
    if (typeof version !== 'number') return false;
    const isBehind = version <= (carts.get(userId) ?? -1);
    carts.set(userId, Math.max(version, carts.get(userId) ?? -1));
    return isBehind;
  });
  const twice: Finding[] = [];
  for (const order of suspects) twice.push(...(await orderedTwice(order, snapshot)));
  const erased = await readSome<{ _id: number }>(snapshot, 'erasures', { _id: { $in: users } }, { _id: 1 });
  const versions = new Map(kept.map(({ _id, version }) => [_id, version]));
  // The erasure of a person deletes their cart.
  for (const { _id } of erased) versions.set(_id, Infinity);
  return [...cartFindings(orders, versions), ...twice];
}

async function orderedTwice({ _id, user_id, cart_version }: Stored, snapshot: Snapshot): Promise<Finding[]> {
  const [other] = await readSome<{ _id: number }>(
    snapshot,
    'orders',
    { user_id, cart_version, _id: { $lt: _id } },
    { _id: 1 },
  );
  const detail = `version ${String(cart_version)} of carts/${user_id} also became orders/${String(other?._id)}`;
  return other ? [finding('cart-ordered-twice', `orders/${_id}`, detail)] : [];
}

/** Checks that the inbox has the commands of recent orders. Before release 0.3.0, orders did not name their command. */
async function commandsOf(orders: readonly Stored[], snapshot: Snapshot, seen: Seen): Promise<Finding[]> {
  const recent = orders.filter(({ created_at: at }) => at > seen.keptSince);
  if (recent.length === 0) return [];
  const makers = recent.flatMap(({ created_by_command: maker }) =>
    maker === undefined ? [] : commandOfMaker(maker),
  );
  const kept = await readSome<{ _id: string }>(snapshot, 'inbox', { _id: { $in: makers } }, { _id: 1 });
  const known = new Set(kept.map(({ _id }) => _id));
  return ordersWithoutCommand(recent, {
    keptSince: seen.keptSince,
    isKept: ({ _id, created_at: at, created_by_command: maker }) =>
      maker === undefined
        ? seen.answered.has(_id) || at > seen.commandsUntil
        : known.has(commandOfMaker(maker)),
  });
}

/**
 * References to the order's user and address. Empty for an old order, because deletions from that time may no longer be
 * recorded.
 */
function namedBy({ _id, user_id, address_id, created_at, created_by_command: maker }: Stored): Reference[] {
  if (maker === undefined || created_at < remembersSince()) return [];
  const by = `orders/${_id}`;
  return [
    { kind: 'users', id: user_id, by },
    { kind: 'addresses', id: address_id, by },
  ];
}

interface Kept {
  _id: string;
  type: unknown;
  decided_at: unknown;
  outcome?: { status?: unknown; location?: unknown } | null;
  /** The compact form of an outcome, which is stored instead of `outcome`. */
  answer?: unknown;
}

const makers: readonly unknown[] = ['orders.checkout', 'orders.create'];

/** Checks that orders in stored outcomes exist or were deleted, and have only one creating command. Returns their ids. */
async function auditCommands(looking: Looking, report: SectionReport): Promise<Pick<IdSet, 'has'>> {
  const answered = createIdSet();
  const projection = { type: 1, decided_at: 1, answer: 1, 'outcome.status': 1, 'outcome.location': 1 };
  await eachPage<Kept>(looking, 'inbox', { projection }, async (records, snapshot) => {
    const made = records.flatMap(madeOrder);
    report.counted('commands', made.length);
    if (made.length > 0) report.found(await judgeMade(made, snapshot, answered.add));
  });
  return answered;
}

function madeOrder(kept: Kept): MadeOrder[] {
  if (!makers.includes(kept.type)) return [];
  const { outcome, decidedAt } = endOf(kept);
  if (outcome?.status !== 201) return [];
  const orderId = orderOfLocation(outcome.location);
  return orderId === null ? [] : [{ commandId: kept._id, orderId, at: String(decidedAt) }];
}

function endOf({ decided_at, outcome, answer }: Kept): { outcome: Kept['outcome']; decidedAt: unknown } {
  if (typeof answer !== 'string' || !(decided_at instanceof Date)) return { outcome, decidedAt: decided_at };
  const decidedAt = decided_at.toISOString();
  return { outcome: readAnswer(answer, decidedAt), decidedAt };
}

/** Finds orders that are missing although no deletion of them is recorded, and orders with two creating commands. */
async function judgeMade(
  made: readonly MadeOrder[],
  snapshot: Snapshot,
  isFirst: (orderId: number) => boolean,
): Promise<Finding[]> {
  const ids = made.map(({ orderId }) => orderId);
  const there = await readSome<{ _id: number; created_by_command?: string }>(
    ...([snapshot, 'orders', { _id: { $in: ids } }, { created_by_command: 1 }] as const),
  );
  const orders = new Map(there.map((order) => [order._id, order]));
  const missing = made.filter(({ orderId }) => !orders.has(orderId));
  const gone = { kind: 'orders', id: { $in: missing.map(({ orderId }) => orderId) } };
  const deletions =
    missing.length === 0 ? [] : await readSome<{ id: number }>(snapshot, 'deletions', gone, { id: 1 });
  const deleted = new Set(deletions.map(({ id }) => id));
  return [
    ...madeTwice(made, orders, isFirst),
    ...lostOrders(missing.filter(({ orderId }) => !deleted.has(orderId))),
  ];
}
