import { idsThere, lostAmong } from '#shared/engine/audit/audit-records.ts';
import { eachPage, createIdSet, type IdSet, type Looking } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection, SectionReport } from '#shared/engine/audit/run-audit.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { retention } from '#shared/contracts/retention.ts';
import { finding, judged, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { commandOfMaker } from '#shared/engine/decide/make-once.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { readAnswer } from '#shared/engine/commands/short-outcome.ts';
import { itemRowFindings, type AuditedRow } from '../line-findings.ts';
import {
  lostOrders,
  madeTwice,
  numberFindings,
  numbersToCompare,
  orderFindings,
  orderOfLocation,
  ordersWithoutCommand,
  textFindings,
  type AuditedText,
  type MadeOrder,
} from '../order-findings.ts';
import { orderPaymentFindings, orderReturnFindings } from '../payment-findings.ts';
import { cartFindings, spentCarts } from '../people-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import type { Order, OrderReturn, Payment } from '../../records/tables.ts';
import { indexedUpToId } from '../../lists/storage/search-index.ts';
import { findLostReferences } from './audit-people.ts';
import { contradictingCheckouts, withoutPassed } from './checkouts.ts';

type Stored = Order & { search: string; number_key?: string; payment_status?: string };

/** Commands up to this age are audited: an hour less than outcomes are stored, so that none expires during the audit. */
const inboxKeptMs = retention.outcomes.keptMs - 3600 * 1000;

interface Seen {
  items: IdSet;
  /** Maps each user id to the latest cart version that became an order. */
  carts: Map<number, number>;
  indexedUpTo: number;
  keptSince: string;
  /** Commands up to this time were read. `answered` has the ids of the orders that these commands created. */
  commandsUntil: string;
  answered: IdSet;
}

/** Compares a page of orders with each other, or with the data that belongs to them. Only their `history` may be damaged. */
type Check = (orders: Stored[], snapshot: Snapshot, seen: Seen) => Finding[] | Promise<Finding[]>;

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
    await eachPage<Stored>(looking, 'orders', {}, async (orders, snapshot) => {
      report.found(orders.flatMap((order) => judged('orders', order, orderFindings)));
      report.counted('orders', orders.length);
      const readable = orders.filter((order) => faults.orders({ ...order, history: [] }) === null);
      report.counted(
        'items',
        readable.reduce((sum, { items }) => sum + items.length, 0),
      );
      for (const check of checks) report.found(await check(readable, snapshot, seen));
    });
  },
};

const itemsTwice: Check = (orders, _snapshot, { items }) =>
  orders.flatMap((order) =>
    order.items
      .filter(({ id }) => !items.add(id))
      .map(({ id }) => {
        const detail = `another order and orders/${order._id} have a line with this id`;
        return finding('item-twice', `order_items/${id}`, detail);
      }),
  );

/** Finds order numbers set by admins that differ from another order's number only in letter case or in the script of digits. */
const numbersAlike: Check = async (orders, snapshot) => {
  const { keys, generated } = numbersToCompare(orders);
  if (keys.length === 0) return [];
  const same = { $or: [{ number_key: { $in: keys } }, { order_number: { $in: generated } }] };
  const fields = { order_number: 1, number_key: 1 } as const;
  return numberFindings(orders, await readSome<Stored>(snapshot, 'orders', same, fields));
};

const idsOf = (orders: readonly Stored[]) => ({ $in: orders.map(({ _id }) => _id) });
const withoutSearch = { search: 0 };

/** Skips an order with a damaged payment or return, which other sections report. */
const paymentsAndReturns: Check = async (orders, snapshot) => {
  const ofOrders = { order_id: idsOf(orders) };
  const payments = await readSome<Payment>(snapshot, 'payments', ofOrders, withoutSearch);
  const returns = await readSome<OrderReturn>(snapshot, 'returns', ofOrders, withoutSearch);
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
};

const rowsAndTexts: Check = async (orders, snapshot, { indexedUpTo }) => {
  const _id = idsOf(orders);
  const rows = await readSome<AuditedRow>(snapshot, 'order_items', { order_id: _id }, withoutSearch);
  const texts = await readSome<AuditedText>(snapshot, 'order_texts', { _id }, { text: 1 });
  return [...itemRowFindings(orders, rows), ...textFindings(orders, texts, indexedUpTo)];
};

const carts: Check = async (orders, snapshot) => {
  const users = [...spentCarts(orders).keys()];
  if (users.length === 0) return [];
  const of = { _id: { $in: users } };
  const kept = await readSome<{ _id: number; version: number }>(snapshot, 'carts', of, { version: 1 });
  const versions = new Map(kept.map(({ _id, version }) => [_id, version]));
  // An erasure deletes the person's cart, so a missing cart is no finding here.
  for (const id of await idsThere(snapshot, 'erasures', users)) versions.set(id, Infinity);
  return cartFindings(await contradictingCheckouts(orders, versions, snapshot), versions);
};

const cartsOrderedTwice: Check = async (orders, snapshot, seen) => {
  const findings: Finding[] = [];
  for (const { _id, user_id, cart_version: version } of orders) {
    if (typeof version !== 'number') continue;
    const latest = seen.carts.get(user_id) ?? -1;
    seen.carts.set(user_id, Math.max(version, latest));
    if (version > latest) continue;
    const ofCart = { user_id, cart_version: version, _id: { $lte: _id } };
    const alike = await readSome<Pick<Order, '_id'>>(snapshot, 'orders', ofCart, { _id: 1 });
    const own = alike.length > 1 ? await withoutPassed(alike, snapshot) : [];
    const other = own.find((one) => one._id !== _id);
    if (!other || !own.some((one) => one._id === _id)) continue;
    const detail = `version ${version} of carts/${user_id} also became orders/${other._id}`;
    findings.push(finding('cart-ordered-twice', `orders/${_id}`, detail));
  }
  return findings;
};

/**
 * Checks that the inbox has the commands that created recent orders. Orders of releases before 0.3.0 do not name their command.
 */
const commands: Check = async (orders, snapshot, { keptSince, answered, commandsUntil }) => {
  const recent = orders.filter(({ created_at: at }) => at > keptSince);
  const makers = recent.flatMap(({ created_by_command: maker }) => (maker ? commandOfMaker(maker) : []));
  const known = await idsThere(snapshot, 'inbox', makers);
  return ordersWithoutCommand(recent, {
    keptSince,
    isKept: ({ _id, created_at: at, created_by_command: maker }) =>
      maker === undefined ? answered.has(_id) || at > commandsUntil : known.has(commandOfMaker(maker)),
  });
};

const references: Check = (orders, snapshot) =>
  findLostReferences(snapshot, orders, ({ _id, user_id, address_id }) => [
    { kind: 'users', id: user_id, by: `orders/${_id}` },
    { kind: 'addresses', id: address_id, by: `orders/${_id}` },
  ]);

const checks: readonly Check[] = [
  itemsTwice,
  numbersAlike,
  paymentsAndReturns,
  rowsAndTexts,
  carts,
  cartsOrderedTwice,
  commands,
  references,
];

interface Kept {
  _id: string;
  type: unknown;
  decided_at: unknown;
  outcome?: { status?: unknown; location?: unknown } | null;
  /** The compact form of an outcome, which is stored instead of `outcome`. */
  answer?: unknown;
}

const makers: readonly unknown[] = ['orders.checkout', 'orders.create'];

/** Checks that each created order exists or was deleted, and that only one command created it. Returns the orders' ids. */
async function auditCommands(looking: Looking, report: SectionReport): Promise<IdSet> {
  const answered = createIdSet();
  const projection = { type: 1, decided_at: 1, answer: 1, 'outcome.status': 1, 'outcome.location': 1 };
  await eachPage<Kept>(looking, 'inbox', { projection }, async (records, snapshot) => {
    const made = records.flatMap(madeOrder);
    report.counted('commands', made.length);
    if (made.length === 0) return;
    const ids = made.map(({ orderId }) => orderId);
    const fields = { created_by_command: 1 };
    const there = await readSome<Stored>(snapshot, 'orders', { _id: { $in: ids } }, fields);
    const lost = await lostAmong(snapshot, 'orders', ids);
    report.found(madeTwice(made, new Map(there.map((order) => [order._id, order])), answered.add));
    report.found(lostOrders(made.filter(({ orderId }) => lost.has(orderId))));
  });
  return answered;
}

function madeOrder({ _id: commandId, type, decided_at: at, answer, ...kept }: Kept): MadeOrder[] {
  if (!makers.includes(type)) return [];
  const decidedAt = at instanceof Date ? at.toISOString() : String(at);
  const isShort = typeof answer === 'string' && at instanceof Date;
  const { status, location }: NonNullable<Kept['outcome']> =
    (isShort ? readAnswer(answer, decidedAt) : kept.outcome) ?? {};
  const orderId = orderOfLocation(location);
  return status !== 201 || orderId === null ? [] : [{ commandId, orderId, at: decidedAt }];
}
