import { adminUsersList, type Call, type User } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import type { ListPage } from '../data/use-list.ts';
import { isPhone } from './looked-in.ts';

type CustomersQuery = NonNullable<Parameters<typeof adminUsersList>[0]['query']>;

/**
 * Finds customers as staff search for them. The API's search compares characters, so 079 would not find +962
 * 79. The API's filter for phones compares digits.
 */
export function readCustomers({
  query: { search, ...query },
  ...options
}: ReadOptions & { query: CustomersQuery }): Call<ListPage<User>> {
  const sought = search === undefined ? {} : isPhone(search) ? { 'filters[phone]': search } : { search };
  return adminUsersList({ ...options, query: { ...sought, ...query } });
}
