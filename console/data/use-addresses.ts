import { adminAddressesList, type Address } from '#clients/typescript/src/main.ts';
import { useList, type ListState } from './use-list.ts';

/** A customer's addresses, from which staff choose the one of an order. */
export function useAddresses(user: number): ListState<Address> {
  const query = { filters: { user_id: user }, per_page: 100, paginate: 'cursor' as const };
  return useList(['addresses'], query, adminAddressesList);
}
