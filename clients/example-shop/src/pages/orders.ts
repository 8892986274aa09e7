import { shopOrdersList } from '../../../typescript/src/main.ts';
import { element, heading } from '../element.ts';
import type { Page } from '../page.ts';
import { nameOfState } from '../texts.ts';

/** Lists the newest orders. */
export const ordersPage: Page = async ({ client, locale, signal }) => {
  const { texts, money, time } = locale;
  const query = { per_page: 20, sort: '-id' };
  const { data } = await shopOrdersList({ client, query, signal }).page(1);
  if (data.length === 0) return [heading(texts.orders), element('p', {}, texts.noOrders)];
  const lines = data.map(({ id, order_number, status, total, created_at }) =>
    element(
      'li',
      {},
      element('a', { href: `#/orders/${id}` }, texts.orderOf(order_number)),
      element('time', { datetime: created_at }, time(created_at)),
      element('span', {}, nameOfState(texts, status)),
      element('span', { class: 'price' }, money(total)),
    ),
  );
  return [heading(texts.orders), element('ul', { class: 'lines' }, ...lines)];
};
