import { shopProductsList, type ClientProduct } from '../../../typescript/src/main.ts';
import { element, heading } from '../element.ts';
import { field, onSubmit, valuesOf } from '../form.ts';
import type { Locale } from '../language.ts';
import type { Page } from '../page.ts';

const perPage = 8;

export const productsPage: Page = async ({ client, locale, query, signal }) => {
  const { texts } = locale;
  const search = query.get('search') ?? '';
  const asked = { per_page: perPage, sort: 'id', ...(search !== '' && { search }) };
  const { data, meta } = await shopProductsList({ client, query: asked, signal }).page(
    Number(query.get('page') ?? 1),
  );
  return [
    heading(search === '' ? texts.products : `${texts.products}: ${search}`),
    searchForm(locale, search),
    data.length === 0
      ? element('p', {}, texts.nothingFound)
      : element('ul', { class: 'cards' }, ...data.map((product) => card(product, locale))),
    pager(locale, search, meta),
  ];
};

function searchForm({ texts }: Locale, search: string): HTMLElement {
  const words = element('input', { type: 'search', name: 'search', value: search, dir: 'auto' });
  const form = element(
    'form',
    { role: 'search', class: 'search' },
    field(texts.search, words),
    element('button', { type: 'submit' }, texts.find),
  );
  onSubmit(form, async () => {
    location.hash = addressOf(valuesOf(form)['search'] ?? '', 1);
  });
  return form;
}

function addressOf(search: string, page: number): string {
  return `#/?${new URLSearchParams({ ...(search !== '' && { search }), page: String(page) }).toString()}`;
}

function card({ id, name, description, price }: ClientProduct, { money }: Locale): HTMLElement {
  return element(
    'li',
    {},
    element('h2', {}, element('a', { href: `#/products/${id}` }, name)),
    element('p', {}, description),
    element('p', { class: 'price' }, money(price)),
  );
}

function pager(
  { texts, number }: Locale,
  search: string,
  { current_page: page, last_page: pages }: { current_page: number; last_page: number },
): HTMLElement {
  const link = (to: number, text: string, rel: string) =>
    to < 1 || to > pages ? null : element('a', { href: addressOf(search, to), rel }, text);
  return element(
    'nav',
    { 'aria-label': texts.pages, class: 'pager' },
    link(page - 1, texts.previous, 'prev'),
    element('span', {}, texts.pageOf(number(page), number(Math.max(pages, 1)))),
    link(page + 1, texts.next, 'next'),
  );
}
