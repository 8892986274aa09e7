import { recordSection } from '#shared/engine/audit/audit-records.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { damaged, damagedBy } from '#shared/engine/decide/audit-finding.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { personalOrderFields } from '#shared/contracts/endpoints/order-fields.ts';
import { rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { emailKeyFindings } from '../people-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import { hasReturnTexts } from '../../returns/return.ts';
import { hasTexts } from '../../payments/payment.ts';
import type { Address, Cart, User, Erasure, Order, OrderReturn, Payment } from '../../records/tables.ts';
import { erasureFindings, isToBeGone, type LeftOf } from '../erasure-findings.ts';
import { isTheirs } from '../../erasure/clean-after-erasure.ts';
import { isOrderOf } from '../../orders/erased-order.ts';
import { rowsSincePassing } from '../../customers/rows-of-customer.ts';
import { findLostReferences, remembersSince } from './lost-references.ts';

const withoutSearch = { projection: { search: 0 } };

export const usersSection: AuditSection = recordSection<User & { email_key?: unknown }>(
  'users',
  (user) => {
    const fault = faults.users(user);
    return fault === null ? emailKeyFindings(user) : [damaged(`users/${user._id}`, fault)];
  },
  withoutSearch,
);

/** Audits addresses, and checks that their users exist. */
export const addressesSection: AuditSection = recordSection<Address>(
  'addresses',
  damagedBy('addresses', faults.addresses),
  {
    ...withoutSearch,
    others: (addresses, snapshot) => {
      const recent = addresses.filter(
        (address) =>
          faults.addresses(address) === null &&
          address.created_by_command !== undefined &&
          address.created_at >= remembersSince(),
      );
      const named = recent.map(({ _id, user_id: id }) => ({
        kind: 'users' as const,
        id,
        by: `addresses/${_id}`,
      }));
      return findLostReferences(snapshot, named);
    },
  },
);

export const cartsSection: AuditSection = recordSection<Cart>('carts', damagedBy('carts', faults.carts));

const personal = Object.fromEntries(
  ['user_id', 'user', 'address', ...personalOrderFields].map((name) => [name, 1] as const),
);

/** Checks that records, customers' search texts and timelines contain no data about erased people. */
export const erasuresSection: AuditSection = {
  name: 'erasures',
  look: (looking, report) =>
    eachPage<Erasure>(looking, 'erasures', { size: 20 }, async (erasures, snapshot) => {
      for (const erasure of erasures) {
        if (!isToBeGone(erasure, storeNow().getTime())) continue;
        report.found(erasureFindings(erasure, await leftOf(erasure, snapshot)));
      }
    }),
};

async function leftOf(erasure: Erasure, snapshot: Snapshot): Promise<LeftOf> {
  const { _id: user, addresses } = erasure;
  const whole = { carts: { _id: user }, users: { _id: user } };
  const texts = { customer_texts: { user_id: user, text: { $ne: '' } } };
  const kinds: string[] = [];
  for (const [name, filter] of Object.entries({ ...whole, ...texts }))
    if ((await readSome(snapshot, name, filter, { _id: 1 })).length > 0) kinds.push(name);
  const named = await readSome<Address>(snapshot, 'addresses', { user_id: user }, { created_at: 1 });
  if (named.some((address) => isTheirs(address, erasure))) kinds.push('addresses');
  const foreignAddresses = named.filter((address) => !isTheirs(address, erasure)).map(({ _id }) => _id);
  const orders = await readSome<Order>(snapshot, 'orders', { user_id: user }, personal);
  const found = orders.filter(isReadable);
  const theirs = found.filter((order) => isOrderOf(order, user)).map(({ _id }) => _id);
  const ever = { order_id: { $in: [...theirs, ...(erasure.given_orders ?? [])] }, user_id: user };
  const payments = await readSome<Payment>(snapshot, 'payments', ever, { reference: 1, note: 1, refunds: 1 });
  if (payments.some((payment) => Array.isArray(payment.refunds) && hasTexts(payment))) kinds.push('payments');
  const returns = await readSome<OrderReturn>(snapshot, 'returns', ever, { lines: 1, history: 1 });
  if (returns.some((record) => [record.lines, record.history].every(Array.isArray) && hasReturnTexts(record)))
    kinds.push('returns');
  const subjects = [
    `users/${user}`,
    ...addresses.map((id) => `addresses/${id}`),
    ...theirs.map((id) => `orders/${id}`),
    ...payments.map(({ _id }) => `payments/${_id}`),
    ...returns.map(({ _id }) => `returns/${_id}`),
  ];
  const rows: LedgerRow[] = [];
  for (const subject of subjects) {
    const found = await readSome<LedgerRow>(snapshot, 'ledger', { _id: rowsOfRecord(subject) }, {});
    rows.push(...rowsSincePassing(found.toSorted((one, other) => (one._id < other._id ? -1 : 1))));
  }
  return { kinds, foreignAddresses, orders: found, rows };
}

/** A separate rule reports damaged orders, so they are skipped here. */
function isReadable({ user, address }: { user: unknown; address: unknown }): boolean {
  return [user, address].every((copy) => typeof copy === 'object' && copy !== null);
}
