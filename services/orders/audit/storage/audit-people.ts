import { judgedById, recordSection } from '#shared/engine/audit/audit-records.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { damaged, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { emailKeyFindings } from '../people-findings.ts';
import { cartFault, faults } from '../../records/damaged-records.ts';
import type { Address, Cart, User } from '../../records/tables.ts';
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
export const addressesSection: AuditSection = {
  name: 'addresses',
  look: (looking, report) =>
    eachPage<Address>(looking, 'addresses', withoutSearch, async (addresses, snapshot) => {
      report.found(addresses.flatMap((address) => judgedById('addresses', address, addressFindings)));
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
      report.found(await findLostReferences(snapshot, named));
    }),
};

function addressFindings(address: Address): Finding[] {
  const fault = faults.addresses(address);
  return fault === null ? [] : [damaged(`addresses/${address._id}`, fault)];
}

export const cartsSection: AuditSection = recordSection<Cart>('carts', (cart) => {
  const fault = cartFault(cart);
  return fault === null ? [] : [damaged(`carts/${cart._id}`, fault)];
});
