import type { Order } from '#clients/typescript/src/main.ts';

/**
 * The display name for a change's author: `admin:front-desk` becomes `front-desk`. The order's current customer appears by
 * name; an earlier customer of the order appears by id.
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
