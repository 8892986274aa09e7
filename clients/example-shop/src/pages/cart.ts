import { shopCartRead, shopCartRemove, shopCartSet, type CartLine } from '../../../typescript/src/main.ts';
import { element, heading } from '../element.ts';
import { errorAlert } from '../error-alert.ts';
import type { Page, PageContext } from '../page.ts';

export const cartPage: Page = async (context) => {
  const { client, locale, signal } = context;
  const { texts, money } = locale;
  const { items, items_total: total } = await shopCartRead({ client, signal });
  if (items.length === 0)
    return [
      heading(texts.cart),
      element('p', {}, texts.emptyCart),
      element('a', { href: '#/' }, texts.products),
    ];
  const problems = element('div');
  return [
    heading(texts.cart),
    problems,
    element('ul', { class: 'lines' }, ...items.map((line) => lineOf(context, line, problems))),
    element('p', {}, `${texts.total}: `, element('strong', {}, money(total))),
    element('a', { href: '#/checkout', class: 'button main' }, texts.toCheckout),
  ];
};

function lineOf(context: PageContext, line: CartLine, problems: HTMLElement): HTMLElement {
  const { client, locale } = context;
  const { texts, money } = locale;
  const { product_id, name, amount, available: isOrderable, line_total: total } = line;
  const path = { product_id };
  const input = element('input', {
    id: `amount-${product_id}`,
    type: 'number',
    value: amount,
    min: 1,
    inputmode: 'numeric',
    'aria-label': texts.quantityOf(name),
  });
  const change = async (write: () => Promise<unknown>) => {
    try {
      await write();
      context.refresh();
    } catch (error) {
      problems.replaceChildren(errorAlert(error, texts, { press: context.refresh }));
    }
  };
  input.addEventListener('change', () => {
    void change(() => shopCartSet({ client, path, body: { amount: Number(input.value) } }));
  });
  const remove = () => change(() => shopCartRemove({ client, path }));
  return element(
    'li',
    {},
    element('a', { href: `#/products/${product_id}` }, name),
    isOrderable ? null : element('p', { class: 'error' }, texts.notOrderable),
    input,
    element('span', { class: 'price' }, money(total)),
    element(
      'button',
      { id: `remove-${product_id}`, type: 'button', 'aria-label': texts.removeOf(name), onclick: remove },
      texts.remove,
    ),
  );
}
