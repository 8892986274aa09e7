import type { AddressedBy } from '#shared/engine/decide/handler.ts';

/** Returns the record that a command of this service changes. */
export const addressedByCatalog: AddressedBy = ({ params: { product, subscription } }) => {
  if (product !== undefined) return { collection: 'products', id: product };
  return subscription === undefined ? null : { collection: 'subscriptions', id: subscription };
};
