import { adminUsersList, type Call, type User } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import type { ListPage } from '../data/readable-page.ts';
import { customersQuery, type CustomersQuery } from './looked-in.ts';

/** Finds customers as staff search for them. */
export function readCustomers({
  query,
  ...options
}: ReadOptions & { query: CustomersQuery }): Call<ListPage<User>> {
  return adminUsersList({ ...options, query: customersQuery(query) });
}
