import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { personalOrderFields } from '#shared/contracts/endpoints/order-fields.ts';
import { rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { erasureFindings, isToBeGone, type LeftOf } from '../erasure-findings.ts';
import { isTheirs } from '../../erasure/clean-after-erasure.ts';
import { isOrderOf } from '../../orders/erased-order.ts';
import type { Address, Erasure, Order } from '../../records/tables.ts';

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
  const subjects = [
    `users/${user}`,
    ...addresses.map((id) => `addresses/${id}`),
    ...found.filter((order) => isOrderOf(order, user)).map(({ _id }) => `orders/${_id}`),
  ];
  const rows: LedgerRow[] = [];
  for (const subject of subjects)
    rows.push(...(await readSome<LedgerRow>(snapshot, 'ledger', { _id: rowsOfRecord(subject) }, {})));
  return { kinds, foreignAddresses, orders: found, rows };
}

/** A separate rule reports damaged orders, so they are skipped here. */
function isReadable({ user, address }: { user: unknown; address: unknown }): boolean {
  return [user, address].every((copy) => typeof copy === 'object' && copy !== null);
}
