const pages: Readonly<Record<string, string | undefined>> = {
  orders: '/orders',
  products: '/catalogue/products',
  subscriptions: '/catalogue/subscriptions',
  users: '/customers',
  webhooks: '/settings/webhooks',
};

/** The console's page of what the API has at a path; undefined for what has no page of its own. */
export function recordAddress(location: string | null | undefined): string | undefined {
  const [, resource = '', id] = /^\/api\/(?:admin|client)\/([\w-]+)\/(\d+)$/.exec(location ?? '') ?? [];
  const page = pages[resource];
  return page === undefined || id === undefined ? undefined : `${page}/${id}`;
}
