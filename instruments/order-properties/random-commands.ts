import { isDeepStrictEqual } from 'node:util';
import type { orderChangeSchema } from '#shared/contracts/endpoints/order-changes.ts';
import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import type { paymentSchema } from '#shared/contracts/endpoints/payments.ts';
import type { returnSchema } from '#shared/contracts/endpoints/returns.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { countsOf, versionIn } from '../chaos/final-answer.ts';
import type { Shopper } from '../chaos/shop.ts';
import { dataOf, idIn, send, type Actor, type Order } from './scene.ts';

type Change = Shown<typeof orderChangeSchema>;
type Payment = Shown<typeof paymentSchema>;
type Return = Shown<typeof returnSchema>;
type Act = (actor: Actor, order: Order) => Promise<unknown>;

const openStates = ['pending', 'confirmed', 'preparing', 'shipped', 'delivered', 'delivered'] as const;
const finalStates = ['rejected', 'cancelled', 'returned'];
const pathOf = ({ id }: Pick<Order, 'id'>, more = '') => `/api/admin/orders/${id}${more}`;
const itemsPath = '/api/admin/profile/order-items';

async function read<T>({ client }: Actor, path: string): Promise<T | null> {
  const answer = await client.read(path).catch(() => null);
  return answer?.status === 200 ? (answer.body as { data: T }).data : null;
}

/** A positive amount, in major units. */
function upTo({ random, scene: { unit } }: Actor, most: number): number {
  return random.between(1, Math.max(1, Math.round(most * unit))) / unit;
}

function priceFor(actor: Actor): number {
  return actor.random.chance(0.1) ? 0 : upTo(actor, 5000 / actor.scene.unit);
}

function productFor({ random, scene: { shop } }: Actor): number {
  // The first four products have plenty of stock. The others have little, and the last has no counted stock.
  return random.pick(random.chance(0.8) ? shop.products.slice(0, 4) : shop.products).id;
}

function newLine(actor: Actor, { mayDiscount = true } = {}) {
  const [main_price, amount] = [priceFor(actor), actor.random.between(1, 5)];
  const discount = { main_price, discount_amount: upTo(actor, main_price * amount) };
  const given = [{}, { main_price }, ...(mayDiscount && main_price > 0 ? [discount] : [])];
  return { product_id: productFor(actor), amount, ...actor.random.pick<object>(given) };
}

async function createOrder(
  actor: Actor,
  { userId, addressId }: Shopper = actor.random.pick(actor.scene.shop.shoppers),
  states: readonly string[] = openStates,
): Promise<number | undefined> {
  const { random, scene } = actor;
  const body = {
    user_id: userId,
    address_id: addressId,
    payment_method: random.between(1, 4),
    status: random.pick(states),
    ...(random.chance(0.75) ? { figures: 'lines' } : { total: upTo(actor, 20_000 / scene.unit) }),
    items: Array.from({ length: random.between(1, 4) }, () => newLine(actor)),
  };
  return idIn(await send(actor, 'orders.create', 'POST /api/admin/orders', body));
}

const checkOut: Act = async (actor) => {
  const { random, scene } = actor;
  const { userId, addressId } = random.pick(scene.shop.shoppers);
  const line = { product_id: productFor(actor), amount: random.between(1, 4) };
  await send(actor, 'cart.add', 'POST /api/client/cart/items', line, userId);
  const body = { payment_method: random.between(1, 4), address_id: addressId };
  const { state } = await send(actor, 'orders.checkout', 'POST /api/client/orders/checkout', body, userId);
  if (state === 'failed') await send(actor, 'cart.clear', 'DELETE /api/client/cart', {}, userId);
};

/** Returns the operation of the undo. Null if the undo changed nothing. */
async function undo(actor: Actor, operation: string): Promise<string | null> {
  const { answers } = await send(actor, 'operations.undo', `POST /api/operations/${operation}/undo`);
  const [answer] = answers;
  return answer && (countsOf(answer)?.changed ?? 0) > 0 ? (answer.operation ?? null) : null;
}

function withoutTimes({ updated_at: _updated, history: _history, ...order }: Order | Change['after']) {
  return order;
}

/** Compares the order with what the undo should have restored, unless another client has changed it since. */
async function expectOrder({ client, scene }: Actor, wanted: Change['after'], version: number) {
  const answer = await client.read(pathOf(wanted)).catch(() => null);
  const isUnchanged = answer?.status === 200 && versionIn(answer.headers) === version;
  scene.undone[isUnchanged ? 'compared' : 'changedByOthers'] += 1;
  if (!isUnchanged) return;
  const [found, before] = [withoutTimes((answer.body as { data: Order }).data), withoutTimes(wanted)];
  if (isDeepStrictEqual(found, before)) return;
  const detail = `${JSON.stringify(found)}, not ${JSON.stringify(before)}`;
  scene.violations.push({ rule: 'undo', subject: `orders/${wanted.id}`, detail });
}

const change: Act = async (actor, order) => {
  const { random, scene } = actor;
  const kept = order.items.filter(() => random.chance(0.5));
  const discount = random.chance(0.2) ? 0 : upTo(actor, order.main_price);
  const body = {
    lines: [
      ...kept.map(({ id }) => ({ item_id: id, amount: random.between(0, 6) })),
      ...(random.chance(0.4) ? [newLine(actor, { mayDiscount: false })] : []),
    ],
    ...(random.chance(0.3) && { discount_amount: discount }),
    ...(random.chance(0.3) && { refund: 'due' }),
    ...(random.chance(0.05) && { dry_run: true }),
  };
  const entry = await send(actor, 'orders.change', `POST ${pathOf(order, '/changes')}`, body);
  const data = dataOf(entry) as Change | null;
  const version = entry.answers[0]?.version ?? 0;
  if (typeof data?.operation_id !== 'string') return;
  if (random.chance(0.4)) return void scene.operations.push(data.operation_id);
  const undone = await undo(actor, data.operation_id);
  if (undone === null) return;
  await expectOrder(actor, data.before, version + 1);
  if (random.chance(0.4) && (await undo(actor, undone)) !== null)
    await expectOrder(actor, data.after, version + 2);
};

const undoLater: Act = async (actor) => {
  const { random, scene } = actor;
  const index = random.chance(0.5) ? scene.operations.length - 1 : random.below(scene.operations.length);
  const [operation] = scene.operations.splice(index, 1);
  if (operation !== undefined) await undo(actor, operation);
};

const changeItem: Act = (actor, { id, items }) => {
  const { random, scene } = actor;
  const [item] = random.chance(0.75) ? random.shuffled(items) : [];
  if (!item)
    return send(actor, 'order-items.create', `POST ${itemsPath}`, { order_id: id, ...newLine(actor) });
  const path = `${itemsPath}/${item.id}`;
  const body = random.pick<object>([
    { amount: random.between(1, 6) },
    { main_price: priceFor(actor) },
    { discount_amount: upTo(actor, item.main_price * item.amount) },
    { product_id: productFor(actor) },
    { order_id: random.pick(scene.orders) },
  ]);
  if (random.chance(0.2)) return send(actor, 'order-items.delete', `DELETE ${path}`);
  return send(actor, 'order-items.update', `PUT ${path}`, body);
};

const update: Act = (actor, order) => {
  const { random } = actor;
  const next = order.next_statuses.length > 0 && random.chance(0.9) ? order.next_statuses : orderStates;
  // Few orders reach a final state early. So most orders reach the states in which goods can be returned.
  const likely = next.filter((state) => !finalStates.includes(state));
  const status = random.pick(likely.length > 0 && random.chance(0.85) ? likely : next);
  const step = { status, ...(status === 'rejected' && { reject_reason: 'Sold out' }) };
  const total = { total: upTo(actor, 20_000 / actor.scene.unit) };
  const figures = random.pick<object>([{ figures: 'lines' }, { figures: 'given' }, total]);
  return send(actor, 'orders.update', `PUT ${pathOf(order)}`, random.chance(0.8) ? step : figures);
};

const cancel: Act = (actor, { id, user_id: userId }) =>
  send(actor, 'orders.cancel', `POST /api/client/orders/${id}/cancel`, {}, userId);

const pay: Act = (actor, order) => {
  const amount = upTo(actor, 1.2 * order.total);
  const body = { ...(actor.random.chance(0.5) && { amount }), capture: actor.random.chance(0.7) };
  return send(actor, 'payments.create', `POST ${pathOf(order, '/payments')}`, body);
};

const settle: Act = async (actor, order) => {
  const { random } = actor;
  const [payment] = random.shuffled((await read<Payment[]>(actor, pathOf(order, '/payments'))) ?? []);
  if (!payment) return pay(actor, order);
  const { id, state, authorised, captured, refunded } = payment;
  const lines = random.shuffled(order.items).slice(0, 1);
  const units = lines.map((item) => ({ item_id: item.id, amount: random.between(1, item.amount) }));
  type Step = readonly [act: string, body: object];
  const capture: Step = ['capture', random.chance(0.5) ? { amount: upTo(actor, 1.1 * authorised) } : {}];
  const refund: Step = ['refund', { amount: upTo(actor, 1.1 * (captured - refunded)) }];
  const fitting: Step[] = state === 'authorised' ? [capture] : [refund, ['refund', { lines: units }]];
  const [act, body] = random.pick(random.chance(0.85) ? fitting : [capture, refund, ['void', {}]]);
  return send(actor, `payments.${act}`, `POST /api/admin/payments/${id}/${act}`, body);
};

const askReturn: Act = (actor, order) => {
  const { random } = actor;
  const isWhole = random.chance(0.2);
  const items = isWhole ? order.items : random.shuffled(order.items).slice(0, 1);
  const unitsOf = (most: number) => (isWhole ? most : random.between(1, most));
  const body = { lines: items.map(({ id, amount }) => ({ item_id: id, amount: unitsOf(amount) })) };
  if (random.chance(0.5)) return send(actor, 'returns.create', `POST ${pathOf(order, '/returns')}`, body);
  const own = `POST /api/client/orders/${order.id}/returns` as const;
  return send(actor, 'returns.request', own, body, order.user_id);
};

const nextSteps: Readonly<Record<string, readonly string[]>> = {
  requested: ['approved', 'approved', 'refused', 'withdrawn'],
  approved: ['received', 'received', 'received', 'refused'],
  received: ['closed'],
};

const moveReturn: Act = async (actor, order) => {
  const { random } = actor;
  const returns = (await read<Return[]>(actor, pathOf(order, '/returns'))) ?? [];
  const record = returns.find(({ status }) => status in nextSteps) ?? returns[0];
  if (!record) return askReturn(actor, order);
  const status = random.pick(nextSteps[record.status] ?? ['received']);
  if (status === 'withdrawn') {
    const route = `POST /api/client/orders/${order.id}/returns/${record.id}/withdraw` as const;
    return send(actor, 'returns.withdraw', route, {}, order.user_id);
  }
  const goods = () => ({ received: random.between(0, 3), restock: random.chance(0.6) });
  const body = {
    status,
    ...(random.chance(0.5) && { lines: record.lines.map(({ item_id }) => ({ item_id, ...goods() })) }),
    ...(random.chance(0.2) && { refund: upTo(actor, order.total / 2) }),
  };
  const route = `PUT /api/admin/returns/${record.id}` as const;
  return send(actor, 'returns.update', route, status === 'received' ? body : { status });
};

const remove: Act = (actor, order) => send(actor, 'orders.delete', `DELETE ${pathOf(order)}`);

const bulk: Act = async (actor) => {
  const { random, scene } = actor;
  const ids = random.shuffled(scene.orders).slice(0, random.between(2, 12));
  if (random.chance(0.2))
    return send(actor, 'orders.bulk-delete', 'POST /api/admin/orders/bulk-delete', { ids });
  const status = random.pick(['confirmed', 'preparing', 'shipped', 'delivered', 'delivered', 'returned']);
  const payment = { payment: { method: random.between(1, 4) } };
  const body = random.pick<object>([{ status }, { status }, { status, ...payment }, payment]);
  return send(actor, 'orders.bulk-update', 'PUT /api/admin/orders/bulk-update', { ids, ...body });
};

const adjust: Act = async (actor) => {
  const { random, scene } = actor;
  const { id, stock } = random.pick(scene.shop.products);
  if (stock === null) {
    const body = { stock: random.chance(0.5) ? null : random.between(0, 500) };
    return send(actor, 'inventory.set', `PUT /api/admin/inventory/${id}`, body);
  }
  const by = random.pick([-5, -2, -1, 1, 2, 5, 20]);
  const entry = await send(actor, 'inventory.adjust', `POST /api/admin/inventory/${id}/adjust`, { by });
  if (entry.state === 'ok') scene.units.set(id, (scene.units.get(id) ?? 0) + by);
  return entry;
};

/** Creates a customer with a delivered order, perhaps with payments and a return, and then erases the customer. */
const erase: Act = async (actor) => {
  const { random, scene } = actor;
  const person = { name: 'A shopper', email: `shopper-${random.below(2 ** 31)}@example.net` };
  const userId = idIn(await send(actor, 'users.create', 'POST /api/admin/users', person));
  const place = { user_id: userId, line1: 'Street 1', city: 'Cairo', country: 'EG' };
  const addressId = idIn(await send(actor, 'addresses.create', 'POST /api/admin/addresses', place));
  if (userId === undefined || addressId === undefined) return;
  await scene.allowToken(userId);
  const id = await createOrder(actor, { userId, addressId }, ['delivered']);
  const order = id === undefined ? null : await read<Order>(actor, pathOf({ id }));
  const before = [pay, settle, askReturn, moveReturn].filter(() => random.chance(0.6));
  for (const act of before) if (order) await act(actor, order);
  await send(actor, 'users.delete', `DELETE /api/admin/users/${userId}`);
};

const weights: readonly (readonly [weight: number, Act])[] = [
  [9, (actor) => createOrder(actor)],
  [3, checkOut],
  [16, change],
  [4, undoLater],
  [21, changeItem],
  [15, update],
  [1, cancel],
  [9, pay],
  [12, settle],
  [6, askReturn],
  [10, moveReturn],
  [1, remove],
  [2, bulk],
  [5, adjust],
  [1, erase],
];
const acts = weights.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

/** Reads an order that all clients share, and sends one random command, or a few that belong together. */
export async function actOnce(actor: Actor): Promise<unknown> {
  const { random, scene } = actor;
  // A fifth of the commands go to the oldest orders, so that several clients change the same order.
  const pool = random.chance(0.2) ? scene.orders.slice(0, 12) : scene.orders;
  const id = pool[random.below(pool.length)] ?? 0;
  const order = pool.length < 12 ? null : await read<Order>(actor, pathOf({ id }));
  if (order) return random.pick(acts)(actor, order);
  // A deleted order can be restored by an undo, so some later commands still use it.
  if (random.chance(0.3)) scene.orders = scene.orders.filter((other) => other !== id);
  return createOrder(actor);
}
