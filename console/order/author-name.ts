import type { Order } from '#clients/typescript/src/main.ts';

/**
 * `admin:front-desk` as people say it: `front-desk`. Of shoppers only an order's own changes it, and is called by name; one
 * that the order has been taken from since, by number.
 */
export function authorName(
  by: string | undefined,
  { user_id: id, user }: Pick<Order, 'user_id' | 'user'>,
): string {
  const [, area, subject = ''] = /^(admin|client):(.*)$/s.exec(by ?? '') ?? [];
  if (area === undefined) return by ?? '?';
  const isOther = /^\d+$/.test(subject) && Number(subject) !== id;
  return area === 'client' && !isOther ? user.name : subject;
}
