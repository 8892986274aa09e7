/** The page of each resource's list. A record's page is at the same path, followed by the record's id. */
export const listPages: Readonly<Record<string, string | undefined>> = {
  orders: '/orders',
  products: '/catalogue/products',
  subscriptions: '/catalogue/subscriptions',
  users: '/customers',
  webhooks: '/settings/webhooks',
  returns: '/returns',
  operations: '/operations',
};
