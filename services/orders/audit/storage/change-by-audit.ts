import type { RepairIn } from '#shared/engine/audit/repair-findings.ts';
import { readKnownRecord } from '#shared/engine/commands/ledger/read-known-record.ts';
import { recordStep } from '#shared/engine/commands/record-step.ts';
import { currencyDecimals } from '#shared/contracts/kit/money.ts';
import type { Change, EventDraft, VersionedRecord } from '#shared/engine/decide/handler.ts';
import { auditRepair, type KnownRecord } from '#shared/engine/decide/known-record.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { createdWith } from '../created-with.ts';
import type { Order, OrdersTables } from '../../records/tables.ts';
import { trackedByOrders } from '../../store/resources.ts';

const caller = { area: 'admin', subject: 'audit', userId: null } as const;

export function readOrder({ db, session }: Snapshot, orderId: number): Promise<Order | null> {
  return db.collection<Order>('orders').findOne({ _id: orderId }, { session });
}

export async function readKnownOrder(data: Snapshot, { _id, version }: Order): Promise<KnownRecord> {
  const decimals = await decimalsIn(data);
  const readEvent = decimals === null ? null : (event: object) => createdWith({ ...event }, decimals);
  return readKnownRecord(data, `orders/${_id}`, version, readEvent);
}

/** The decimals of the currency in which this database has its amounts. Null: no process has recorded the currency. */
export async function decimalsIn({ db, session }: Snapshot): Promise<number | null> {
  const meta = db.collection<{ _id: string; currency: string }>('meta');
  const identity = await meta.findOne({ _id: 'identity' }, { session });
  return identity && currencyDecimals(identity.currency);
}

/** Why an order is not repaired: events have amounts in major units, and these cannot be computed without the currency. */
export const withoutCurrency = 'start the store once, so that its currency is known';

/** Writes ledger rows and events as a command does. The audit is their author. */
export function recordChange(
  { db, session, run }: RepairIn,
  step: { changes: Change<OrdersTables>[]; events: EventDraft[] },
  now: string,
  before: (table: keyof OrdersTables, id: number | string) => VersionedRecord | null,
): Promise<void> {
  const cause = { id: run, type: auditRepair, body: null, caller, requestId: run, isOperation: false };
  const within = { db, session, tracked: trackedByOrders, source: '/orders' };
  return recordStep<OrdersTables>(within, step, before, { cause, now });
}
