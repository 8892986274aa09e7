/** Active subscriptions with these ids, as the database stores them. */
export function storedSubscriptions(ids: readonly number[], description = 'A box') {
  const now = new Date().toISOString();
  const words = { name: 'Box', description };
  return ids.map((_id) => ({
    _id,
    version: 1,
    price: 100,
    is_active: true,
    en: words,
    ar: words,
    search: '',
    created_at: now,
    updated_at: now,
  }));
}
