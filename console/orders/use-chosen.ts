import { adminProductsRead, adminUsersRead, type Call } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import { isId } from '../data/is-id.ts';
import { useRecord } from '../data/use-record.ts';

export const useChosenCustomer = (filter: string | undefined) =>
  useChosen('users', filter, (user, options) => adminUsersRead({ ...options, path: { user } }));

export const useChosenProduct = (filter: string | undefined) =>
  useChosen('products', filter, (product, options) => adminProductsRead({ ...options, path: { product } }));

/** The record that a filter selects. Undefined while loading, and if the filter does not select exactly one record. */
function useChosen<Chosen>(
  resource: string,
  filter: string | undefined,
  read: (id: number, options: ReadOptions) => Call<Chosen>,
): Chosen | undefined {
  const id = Number(filter);
  return useRecord([resource, id], (options) => read(id, options), { enabled: isId(id) }).record;
}
