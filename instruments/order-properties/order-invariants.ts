import type { Inventory, Order, OrderReturn, Payment } from '#services/orders/records/tables.ts';
import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import type { Order as ShownOrder, Scene, Violation } from './scene.ts';

/**
 * Properties of orders that the audit does not check, or that it checks with the store's own rules. This file
 * imports types from the store, but no rules.
 */

interface Records {
  orders: Order[];
  payments: Payment[];
  returns: OrderReturn[];
  inventory: Inventory[];
  /** The last version of each deleted order. */
  deleted: Order[];
}

type Check = (isSound: boolean, rule: string, detail: string) => void;

const finalStates = ['rejected', 'cancelled', 'returned'];

export async function readRecords(client: AuditClient, namespace: string): Promise<Records> {
  const database = client.db(`${namespace}_orders`);
  const all = async <T>(name: string) => (await database.collection(name).find().toArray()) as T[];
  const orders = await all<Order>('orders');
  const deletions = database.collection<{ _id: string; last: Order }>('ledger');
  const ofOrders = { _id: { $gt: 'orders/', $lt: 'orders0' }, last: { $exists: true } };
  const rows = await deletions.find(ofOrders).sort({ _id: 1 }).toArray();
  const last = new Map(rows.map((row) => [row.last._id, row.last]));
  for (const { _id } of orders) last.delete(_id);
  const [payments, returns] = [await all<Payment>('payments'), await all<OrderReturn>('returns')];
  return {
    orders,
    payments,
    returns,
    inventory: await all<Inventory>('inventory'),
    deleted: [...last.values()],
  };
}

export function violationsIn(records: Records, shown: readonly ShownOrder[], scene: Scene): Violation[] {
  const violations: Violation[] = [];
  const of =
    (subject: string): Check =>
    (isSound, rule, detail) => {
      if (!isSound) violations.push({ rule, subject, detail });
    };
  const payments = Map.groupBy(records.payments, ({ order_id: order }) => order);
  const returns = Map.groupBy(records.returns, ({ order_id: order }) => order);
  const seen = new Map(shown.map((order) => [order.id, order]));
  for (const order of records.orders) {
    const [own, check] = [payments.get(order._id) ?? [], of(`orders/${order._id}`)];
    checkFigures(order, check);
    checkBalance(order, own, seen.get(order._id), scene, check);
    checkCredit(order, own, returns.get(order._id) ?? [], check);
    checkUnits(order, check);
  }
  for (const payment of records.payments) checkPayment(payment, of(`payments/${payment._id}`));
  for (const stock of records.inventory) checkStock(stock, records, scene, of(`inventory/${stock._id}`));
  for (const kind of ['orders', 'payments', 'returns'] as const)
    for (const { _id, created_by_command: maker = '' } of records[kind]) {
      // Bulk work creates payments, one per order, and no response contains their ids.
      const isNamed = scene.created.has(`${kind}/${_id}`) || maker.includes(':');
      of(`${kind}/${_id}`)(isNamed, 'acts once', 'no response reported this record as created');
    }
  return violations;
}

function sum(values: Iterable<number | bigint>): bigint {
  let total = 0n;
  for (const value of values) total += BigInt(value);
  return total;
}

/** Checks that the total is the sum of the lines − discount + tax. The tax is rounded once, half up. */
function checkFigures(order: Order, check: Check): void {
  if (order.figures !== 'lines') return;
  const { items, tax_rate: { tax, on } = { tax: 0, on: 1 } } = order;
  const times = (price: 'main_price' | 'manufacturing_price') =>
    sum(items.map((line) => BigInt(line[price]) * BigInt(line.amount)));
  const [goods, discount] = [times('main_price'), sum(items.map((line) => line.discount_amount))];
  const [dividend, divisor] = [(goods - discount) * BigInt(tax), BigInt(on)];
  const tax_amount = dividend / divisor + ((dividend % divisor) * 2n >= divisor ? 1n : 0n);
  const sums = {
    main_price: goods,
    manufacturing_price: times('manufacturing_price'),
    discount_amount: discount,
  };
  const wanted = { ...sums, tax_amount, total: goods - discount + tax_amount };
  for (const [name, value] of Object.entries(wanted)) {
    const stored = order[name as keyof typeof wanted];
    check(BigInt(stored) === value, 'figures', `${name} is ${stored}, not ${value}`);
  }
}

/** Compares the figures that the API shows with the figures that the contract derives from these payments. */
function checkBalance(
  { status, total, credited = 0 }: Order,
  payments: readonly Payment[],
  shown: ShownOrder | undefined,
  { unit }: Pick<Scene, 'unit'>,
  check: Check,
): void {
  const isLive = !finalStates.includes(status);
  const captured = sum(payments.map((payment) => payment.captured));
  const refunded = sum(payments.map((payment) => payment.refunded));
  const owed = isLive ? BigInt(total - credited) : 0n;
  const [paid, due] = [captured - refunded, owed - captured + refunded];
  const isOpen = payments.some(({ state }) => state === 'authorised');
  const before = isOpen ? 'authorised' : isLive && owed <= 0n ? 'paid' : 'unpaid';
  const after = due < 0n ? 'overpaid' : refunded > 0n ? 'part_refunded' : due > 0n ? 'part_paid' : 'paid';
  const payment_status = captured === 0n ? before : paid === 0n ? 'refunded' : after;
  const wanted = { total: BigInt(total), paid, due, credited: BigInt(credited), payment_status };
  for (const [name, value] of Object.entries(wanted)) {
    const found = shown?.[name as keyof typeof wanted];
    const exact = typeof found === 'number' ? BigInt(Math.round(found * unit)) : found;
    check(exact === value, 'balance', `the API shows ${name} ${String(found)}, not ${value} in minor units`);
  }
}

/** Checks credited amounts. A return credits its refund. Another refund credits at most its amount. */
function checkCredit(
  { credited = 0 }: Order,
  payments: readonly Payment[],
  returns: readonly OrderReturn[],
  check: Check,
): void {
  const least = sum(returns.map(({ refund }) => refund ?? 0));
  const others = payments.flatMap(({ refunds }) => refunds.filter((refund) => refund.return_id === null));
  const most = least + sum(others.map(({ amount }) => amount));
  check(credited >= least && credited <= most, 'credit', `${credited} is credited, not ${least} to ${most}`);
}

function checkUnits({ status, items }: Order, check: Check): void {
  for (const { id, amount, held, returned = 0, refunded = 0 } of items) {
    const most = finalStates.includes(status) ? 0 : amount - returned;
    check(held >= 0 && held <= most, 'item units', `item ${id} holds ${held} of ${most}`);
    check(returned <= refunded && refunded <= amount, 'item units', `item ${id}: ${refunded} refunded`);
  }
}

function checkPayment({ state, captured, refunded, refunds }: Payment, check: Check): void {
  const word = refunded === 0 ? 'captured' : refunded < captured ? 'part_refunded' : 'refunded';
  const states = captured === 0 ? ['authorised', 'voided'] : [word];
  check(states.includes(state), 'payment state', `its state is ${state}`);
  const commands = new Set(refunds.map(({ command }) => command));
  check(commands.size === refunds.length, 'acts once', 'one command refunded twice');
}

/**
 * Checks that units neither appear nor disappear: stock, held, delivered and lost units must add up to the initial stock plus
 * all adjustments.
 */
function checkStock(
  { _id: id, stock, held, lost = 0 }: Inventory,
  { orders, deleted }: Records,
  { units }: Scene,
  check: Check,
): void {
  const wanted = units.get(id);
  if (wanted === undefined) return;
  // Delivered units stay with the customer when their order is deleted.
  const delivered = [...orders, ...deleted].filter(({ status }) => status === 'delivered');
  const lines = delivered.flatMap(({ items }) => items.filter((line) => line.product_id === id));
  const all = sum([stock ?? 0, held, lost, ...lines.map((line) => line.held)]);
  check(all === BigInt(wanted), 'stock', `${all} units, not ${wanted}`);
}
