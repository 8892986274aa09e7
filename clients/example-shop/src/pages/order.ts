import {
  shopOrdersCancel,
  shopOrdersRead,
  type ClientOrder,
  type OrderStatus,
} from '../../../typescript/src/main.ts';
import { element, heading, row } from '../element.ts';
import { errorAlert } from '../error-alert.ts';
import type { Locale } from '../language.ts';
import type { Page, PageContext } from '../page.ts';
import { nameOfState } from '../texts.ts';
import { returnsOf } from './returns.ts';

const usualStates: readonly OrderStatus[] = ['pending', 'confirmed', 'preparing', 'shipped', 'delivered'];
const finalStates: ReadonlySet<OrderStatus> = new Set(['delivered', 'rejected', 'cancelled', 'returned']);
const pollMs = 2000;

export const orderPage: Page = async (context, id) => {
  const { client, locale, signal } = context;
  const order = await shopOrdersRead({ client, path: { order: id }, signal });
  const state = element('section', { 'aria-label': locale.texts.state });
  const problems = element('div');
  const show = (current: ClientOrder) => {
    state.replaceChildren(...stateOf(current, locale), ...cancelButton(context, current, problems));
  };
  show(order);
  void follow(context, order, show);
  return [
    heading(locale.texts.orderOf(order.order_number)),
    state,
    problems,
    sums(order, locale),
    ...(await returnsOf(context, order)),
    element('p', {}, `${locale.texts.deliverTo}: `, element('bdi', {}, addressOf(order))),
  ];
};

/** Polls the order until its status is final or the user leaves the page. After a failed poll, the next poll tries again. */
async function follow(
  { client, locale, signal, announce }: PageContext,
  first: ClientOrder,
  show: (order: ClientOrder) => void,
): Promise<void> {
  let { status } = first;
  while (!finalStates.has(status)) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (signal.aborted) return;
    const order = await shopOrdersRead({ client, path: { order: first.id }, signal }).catch(() => null);
    if (order === null || order.status === status) continue;
    ({ status } = order);
    show(order);
    announce(nameOfState(locale.texts, status));
  }
}

/** The order's past statuses, its current status, and its possible next statuses. */
function stateOf({ status, history, reject_reason: reason }: ClientOrder, locale: Locale): HTMLElement[] {
  const { texts, time } = locale;
  const reached = history.map(({ at, to }, index) =>
    element(
      'li',
      index === history.length - 1 ? { 'aria-current': 'step' } : {},
      element('span', {}, nameOfState(texts, to)),
      ' ',
      element('time', { datetime: at }, time(at)),
    ),
  );
  const index = usualStates.indexOf(status);
  const next = index < 0 ? [] : usualStates.slice(index + 1);
  const toCome = next.map((state) => element('li', { class: 'to-come' }, nameOfState(texts, state)));
  return [
    element('ol', { class: 'steps' }, ...reached, ...toCome),
    ...(reason === null ? [] : [element('p', {}, `${texts.reason}: `, element('bdi', {}, reason))]),
    element('p', { class: 'small' }, finalStates.has(status) ? texts.isFinal : texts.isFollowed),
  ];
}

/** A cancel button. Shown only while the store allows the shopper to cancel the order. */
function cancelButton(context: PageContext, order: ClientOrder, problems: HTMLElement): HTMLElement[] {
  const { client, locale, announce, refresh } = context;
  const { texts } = locale;
  const cancel = async () => {
    if (!confirm(texts.confirmCancel)) return;
    try {
      const { status } = await shopOrdersCancel({ client, path: { order: order.id } });
      announce(nameOfState(texts, status));
      refresh();
    } catch (error) {
      problems.replaceChildren(errorAlert(error, texts, { press: refresh }));
    }
  };
  const isCancellable = order.next_statuses.includes('cancelled');
  return isCancellable ? [element('button', { type: 'button', onclick: cancel }, texts.cancelOrder)] : [];
}

function sums(order: ClientOrder, { texts, money, number, language }: Locale): HTMLElement {
  const lines = order.items.map(({ product, amount, main_price: price }) =>
    row(`${product[language].name} × ${number(amount)}`, money(price * amount)),
  );
  const line = (text: string, amount: number) => (amount === 0 ? [] : [row(text, money(amount))]);
  return element(
    'dl',
    { class: 'sums' },
    ...lines,
    ...line(texts.discount, order.discount_amount),
    ...line(texts.tax, order.tax_amount),
    row(texts.total, element('strong', {}, money(order.total))),
    ...line(texts.paid, order.paid),
    ...(order.due < 0 ? [row(texts.owedToYou, money(0 - order.due))] : []),
    ...(order.due > 0 && order.paid > 0 ? [row(texts.due, money(order.due))] : []),
  );
}

function addressOf({ address: { label, line1, line2, city } }: ClientOrder): string {
  return [label, line1, line2, city].filter((part) => part !== null).join(', ');
}
