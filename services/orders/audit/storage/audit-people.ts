import { isDeepStrictEqual } from 'node:util';
import { lostAmong, recordSection } from '#shared/engine/audit/audit-records.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { damagedBy, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { personalOrderFields } from '#shared/contracts/endpoints/order-fields.ts';
import { certainlyRememberedMs } from '#shared/contracts/retention.ts';
import { rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import {
  emailKeyFindings,
  erasureFindings,
  isToBeGone,
  lostReferences,
  type LeftOf,
  type Reference,
} from '../people-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import { hasReturnTexts } from '../../returns/return.ts';
import { hasTexts } from '../../payments/payment.ts';
import type {
  Address,
  Cart,
  Erasure,
  Order,
  OrderReturn,
  Payment,
  SavedViews,
  User,
} from '../../records/tables.ts';
import { isTheirs } from '../../erasure/clean-after-erasure.ts';
import { isOrderOf } from '../../orders/erased-order.ts';
import { rowsSincePassing } from '../../customers/rows-of-customer.ts';
import { erasedRow } from '../../erasure/erased-row.ts';

const withoutSearch = { projection: { search: 0 } };

/** Finds recent records that refer to a missing user or address. Older records are skipped, because recorded deletions expire. */
export async function findLostReferences<R extends Pick<Order, 'created_at' | 'created_by_command'>>(
  snapshot: Snapshot,
  records: readonly R[],
  referencesOf: (record: R) => Reference[],
): Promise<Finding[]> {
  const since = new Date(storeNow().getTime() - certainlyRememberedMs).toISOString();
  const references = records
    .filter(({ created_by_command: maker, created_at: at }) => maker !== undefined && at >= since)
    .flatMap(referencesOf);
  const idsOf = (kind: Reference['kind']) =>
    references.filter((one) => one.kind === kind).map(({ id }) => id);
  const lost = {
    addresses: await lostAmong(snapshot, 'addresses', idsOf('addresses')),
    users: await lostAmong(snapshot, 'users', idsOf('users')),
  };
  return lostReferences(references, (kind, id) => !lost[kind].has(id));
}

const personal = Object.fromEntries(
  ['user_id', 'user', 'address', ...personalOrderFields].map((name) => [name, 1] as const),
);

/** Checks that records, customers' search texts and timelines contain no data about erased people. */
const erasuresSection: AuditSection = {
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
  const whole = {
    carts: { _id: user },
    users: { _id: user },
    customer_texts: { user_id: user, text: { $ne: '' } },
  };
  const kinds: string[] = [];
  for (const [name, filter] of Object.entries(whole))
    if ((await readSome(snapshot, name, filter, { _id: 1 })).length > 0) kinds.push(name);
  const named = await readSome<Address>(snapshot, 'addresses', { user_id: user }, { created_at: 1 });
  const foreign = named.filter((address) => !isTheirs(address, erasure));
  if (foreign.length < named.length) kinds.push('addresses');
  const orders = (await readSome<Order>(snapshot, 'orders', { user_id: user }, personal)).filter(isReadable);
  const theirs = orders.filter((order) => isOrderOf(order, user)).map(({ _id }) => _id);
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
  const rows: string[] = [];
  for (const subject of subjects) {
    const found = await readSome<LedgerRow>(snapshot, 'ledger', { _id: rowsOfRecord(subject) }, {});
    const own = rowsSincePassing(found.toSorted((one, other) => (one._id < other._id ? -1 : 1)));
    const left = own.rows.filter((row) => !isDeepStrictEqual(erasedRow(row, user, own.since), row));
    rows.push(...left.map(({ _id }) => _id));
  }
  return { kinds, foreignAddresses: foreign.map(({ _id }) => _id), orders, rows };
}

/** Whether the order's copies of user and address can be read. A separate rule reports orders with damaged copies. */
function isReadable({ user, address }: { user: unknown; address: unknown }): boolean {
  return [user, address].every((copy) => typeof copy === 'object' && copy !== null);
}

export const peopleSections: readonly AuditSection[] = [
  recordSection<User>('users', damagedBy('users', faults.users, emailKeyFindings), withoutSearch),
  recordSection<Address>('addresses', damagedBy('addresses', faults.addresses), {
    ...withoutSearch,
    others: (addresses, snapshot) => {
      const readable = addresses.filter((address) => faults.addresses(address) === null);
      return findLostReferences(snapshot, readable, ({ _id, user_id: id }) => [
        { kind: 'users', id, by: `addresses/${_id}` },
      ]);
    },
  }),
  recordSection<Cart>('carts', damagedBy('carts', faults.carts)),
  erasuresSection,
  // The id of saved views is a text: the subject of their owner's token.
  recordSection<SavedViews>('saved_views', damagedBy('saved_views', faults.savedViews), { hasTextIds: true }),
];
