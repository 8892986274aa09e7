import { adminAddressesList, type Address } from '#clients/typescript/src/main.ts';
import { useList, type ListState } from './use-list.ts';

/** The newest addresses of a customer. */
export function useAddresses(
  user: number,
  { most = 100, isPolled = false }: { most?: number; isPolled?: boolean } = {},
): ListState<Address> {
  const query = { filters: { user_id: user }, per_page: most, paginate: 'cursor' } as const;
  return useList(['addresses'], query, adminAddressesList, { isPolled });
}
