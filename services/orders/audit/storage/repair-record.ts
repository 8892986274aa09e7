import { leaves, type Judge, type Judgement } from '#shared/engine/audit/repair-findings.ts';
import { readKnownRecord } from '#shared/engine/commands/ledger/read-known-record.ts';
import { isMoney, orderEventFields } from '#shared/contracts/endpoints/order-fields.ts';
import { currencyDecimals, fromMajor } from '#shared/contracts/kit/money.ts';
import type { CreatedWith, KnownRecord } from '#shared/engine/decide/known-record.ts';
import { flatten } from '#shared/engine/decide/ledger-row.ts';
import type { FaultOf } from '#shared/engine/decide/resource.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { faults } from '../../records/damaged-records.ts';
import type { StoredOrder } from '../../records/storage/orders-models.ts';
import type { Order } from '../../records/tables.ts';

/** The database of a judged record, with the record's id and its name in reports, such as `orders/12`. */
export interface Judged extends Snapshot {
  _id: number;
  subject: string;
}

type JudgeRecord<R> = (record: R | null, data: Judged) => Promise<Judgement>;

/**
 * Makes a judge, which is a function that decides about one repair. The judge reads a record, which may be missing, and leaves a
 * damaged record to an operator.
 */
export function judgeRecord<R extends { _id: number }>(
  collection: string,
  faultOf: FaultOf<R> | null,
  judge: JudgeRecord<R>,
): Judge {
  return async ({ db, session }, id) => {
    const _id = Number(id);
    const data = { db, session, _id, subject: `${collection}/${_id}` };
    const record = await db.collection<{ _id: number }>(collection).findOne<R>({ _id }, { session });
    const fault = (record && faultOf?.(record)) ?? null;
    return fault === null ? judge(record, data) : leaves(data.subject, `it is damaged: ${fault}`);
  };
}

export function judgeOrder(judge: JudgeRecord<StoredOrder>): Judge {
  return judgeRecord<StoredOrder>('orders', faults.orders, judge);
}

export async function readKnownOrder(data: Snapshot, { _id, version }: Order): Promise<KnownRecord> {
  const decimals = await decimalsIn(data);
  const readEvent = decimals === null ? null : (event: object) => createdWith({ ...event }, decimals);
  return readKnownRecord(data, `orders/${_id}`, version, readEvent);
}

const money = orderEventFields.filter(isMoney);
const fields: ReadonlySet<string> = new Set(orderEventFields);
const moneyOfLines = ['main_price', 'manufacturing_price', 'discount_amount'] as const;
const ofLines = /^items\.\d+\.(product_id|amount|main_price|manufacturing_price|discount_amount)$/;

type Shown = Readonly<Record<string, unknown>>;

/**
 * Reads the values with which an order was created from its creation event, with money in minor units. Returns null if the event
 * has no order data.
 */
function createdWith(data: Shown, decimals: number): CreatedWith | null {
  const { items } = data;
  if (!Array.isArray(items)) return null;
  const inMinor = (of: Shown, names: readonly string[]): Shown => ({
    ...of,
    ...Object.fromEntries(names.map((name) => [name, fromMajor(Number(of[name]), decimals)])),
  });
  const lines = (items as Shown[]).map((line) => inMinor(line, moneyOfLines));
  return {
    fields: flatten({ ...inMinor(data, money), items: lines }),
    // Events of earlier releases lack the fields that later releases added.
    covers: (name) => (fields.has(name) && name in data) || ofLines.test(name),
  };
}

/** The number of decimals of this database's currency. Null: no process has recorded the currency yet. */
export async function decimalsIn({ db, session }: Snapshot): Promise<number | null> {
  const meta = db.collection<{ _id: string; currency: string }>('meta');
  const identity = await meta.findOne({ _id: 'identity' }, { session });
  return identity && currencyDecimals(identity.currency);
}

/** Why a record is not repaired: without the currency, the amounts in events cannot be converted to minor units. */
export const withoutCurrency = 'start the store once, so that its currency is known';
