import type { AuditClient } from '#tools/operate/audit/audit-client.ts';

/** A filter and an update in MongoDB's language. `copy`: the record is inserted again with another id. */
type Damage = readonly [name: string, fits: object, update: object | 'delete' | 'copy'];

const followsLines = { figures: 'lines', total: { $gt: 0 }, 'items.0.main_price': { $gt: 0 } };
/** Selects orders without held units. Damage to such an order does not change the sums of stock. */
const holdsNone = { 'items.held': { $not: { $gt: 0 } } };
const paid = { paid: { $gt: 0 } };
const captured = { captured: { $gt: 0 } };
const refunded = { 'refunds.0': { $exists: true } };
const received = { status: 'received' };
const counted = { stock: { $gt: 0 } };
const add = (field: string, by = 1) => ({ $inc: { [field]: by } });
const set = (field: string, value: unknown) => [{ $set: { [field]: value } }];

const damages: Readonly<Record<'orders' | 'payments' | 'returns' | 'inventory', readonly Damage[]>> = {
  orders: [
    ['a total that is too high', followsLines, add('total')],
    ['a tax that is too high', followsLines, { $inc: { tax_amount: 1, total: 1 } }],
    ['an item with one more unit', followsLines, add('items.0.amount')],
    ['an item that disappeared', { ...followsLines, ...holdsNone }, { $pop: { items: -1 } }],
    ['one more unit that came back', followsLines, add('items.0.returned')],
    ['more units refunded than there are', followsLines, add('items.0.refunded', 1000)],
    ['more paid than was captured', paid, add('paid')],
    ['a credit that no refund gave', paid, add('credited', 10_000_000)],
    ['another payment status', paid, set('payment_status', 'unpaid')],
    ['one more open return', followsLines, add('open_returns')],
    ['a status without its history', { status: 'pending' }, set('status', 'confirmed')],
    ['an order that disappeared', holdsNone, 'delete'],
  ],
  payments: [
    ['more captured than authorised', captured, set('captured', { $add: ['$authorised', 1] })],
    ['more refunded than captured', captured, set('refunded', { $add: ['$captured', 1] })],
    ['a refund that was lost', refunded, { $pop: { refunds: -1 } }],
    ['a refund that was made twice', refunded, set('refunds', { $concatArrays: ['$refunds', '$refunds'] })],
    ['a payment that disappeared', captured, 'delete'],
    ['a payment that was recorded twice', captured, 'copy'],
    ['a payment in another state', { state: 'captured' }, set('state', 'refunded')],
  ],
  returns: [
    ['more units back than announced', received, add('lines.0.received', 1000)],
    ['a return that disappeared', received, 'delete'],
  ],
  inventory: [
    ['one unit of stock from nowhere', counted, add('stock')],
    ['one unit less held', { ...counted, held: { $gt: 0 } }, add('held', -1)],
    ['a lost unit that was never there', counted, add('lost')],
  ],
};

interface Stored {
  _id: number;
  order_id?: number;
}

/** `subjects`: a violation by any of these records reports the damage. */
interface Planted {
  name: string;
  subjects: readonly string[];
}

/** Writes every damage that fits a record directly to the database. Each damage gets its own order or product. */
export async function plantDamage(client: AuditClient, namespace: string, products: readonly number[]) {
  const used = { orders: new Set<number>(), products: new Set<number>() };
  const planted: Planted[] = [];
  const repairs: (() => Promise<unknown>)[] = [];
  for (const [kind, ofKind] of Object.entries(damages))
    for (const [name, fits, update] of ofKind) {
      const collection = client.db(`${namespace}_orders`).collection<Stored>(kind);
      const owner = kind === 'payments' || kind === 'returns' ? 'order_id' : '_id';
      const taken = kind === 'inventory' ? used.products : used.orders;
      const isFree = { $nin: [...taken], ...(kind === 'inventory' && { $in: products }) };
      const former = await collection.findOne({ ...fits, [owner]: isFree });
      if (!former) continue;
      const { _id, [owner]: order = _id } = former;
      taken.add(order);
      const copiedId = _id + 900_000_000;
      // The copy needs another value here, because the id of the command that created a record must be
      // unique.
      const copy = { ...former, _id: copiedId, created_by_command: 'copied' };
      if (update === 'copy') await collection.insertOne(copy);
      else if (update === 'delete') await collection.deleteOne({ _id });
      else await collection.updateOne({ _id }, update);
      planted.push({ name, subjects: [`${kind}/${_id}`, `orders/${kind === 'inventory' ? 0 : order}`] });
      repairs.push(async () => {
        await collection.deleteOne({ _id: copiedId });
        await collection.replaceOne({ _id }, former, { upsert: true });
      });
    }
  return { planted, repair: () => Promise.all(repairs.map((repair) => repair())) };
}
