import { adminProductsRead, adminUsersRead, type Product, type User } from '#clients/typescript/src/main.ts';
import { isId } from '../data/is-id.ts';
import { useRecord } from '../data/use-record.ts';

/**
 * The customer that the filter `user_id` selects. Undefined while loading, and if the filter does not select exactly one
 * customer.
 */
export function useChosenCustomer(filter: string | undefined): User | undefined {
  const user = Number(filter);
  const read = useRecord(['users', user], (options) => adminUsersRead({ ...options, path: { user } }), {
    enabled: isId(user),
  });
  return read.record;
}

/**
 * The product that the filter `product_id` selects. Undefined while loading, and if the filter does not select exactly one
 * product.
 */
export function useChosenProduct(filter: string | undefined): Product | undefined {
  const product = Number(filter);
  const read = useRecord(
    ['products', product],
    (options) => adminProductsRead({ ...options, path: { product } }),
    { enabled: isId(product) },
  );
  return read.record;
}
