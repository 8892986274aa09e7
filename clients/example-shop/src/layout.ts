import { shopCartRead, type Client } from '../../typescript/src/main.ts';
import { element } from './element.ts';
import type { Locale } from './language.ts';
import { pendingCheckout } from './pending-checkout.ts';

/**
 * The parts around every page: the menu with the number of items in the cart, the language switch, notices and the status text.
 */
export interface Layout {
  main: HTMLElement;
  /** Shows a status text until the next page opens. Screen readers announce it. */
  announce: (text: string) => void;
  update: (client: Client, locale: Locale) => void;
}

export function createLayout({ onLanguage }: { onLanguage: () => void }): Layout {
  const header = element('header');
  const notices = element('div', { role: 'status' });
  const main = element('main', { id: 'main', tabindex: -1 });
  const status = element('p', { role: 'status', class: 'status' });
  const count = element('span');
  document.body.replaceChildren(header, notices, status, main);
  window.addEventListener('hashchange', () => (status.textContent = ''));

  return {
    main,
    announce: (text) => (status.textContent = text),
    update: (client, locale) => {
      if (header.lang !== locale.language) {
        document.documentElement.lang = header.lang = locale.language;
        document.documentElement.dir = locale.direction;
        header.replaceChildren(...menu(locale, { main, count, onLanguage }));
        status.textContent = '';
      }
      markCurrent(header);
      notices.replaceChildren(...noticesOf(locale));
      void showCount(count, client, locale);
    },
  };
}

interface MenuParts {
  main: HTMLElement;
  count: HTMLElement;
  onLanguage: () => void;
}

function menu({ texts, language }: Locale, { main, count, onLanguage }: MenuParts): HTMLElement[] {
  const skip = (event: Event) => {
    event.preventDefault();
    main.focus();
  };
  const other = language === 'ar' ? 'en' : 'ar';
  return [
    element('a', { href: '#main', class: 'skip', onclick: skip }, texts.skip),
    element('a', { href: '#/', class: 'name' }, texts.shop),
    element(
      'nav',
      { 'aria-label': texts.menu },
      element('a', { href: '#/' }, texts.products),
      element('a', { href: '#/cart' }, texts.cart, count),
      element('a', { href: '#/orders' }, texts.orders),
    ),
    element(
      'button',
      { id: 'language', type: 'button', lang: other, onclick: onLanguage },
      texts.otherLanguage,
    ),
  ];
}

function markCurrent(header: HTMLElement): void {
  const [address = ''] = (location.hash === '' ? '#/' : location.hash).split('?');
  for (const link of header.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === address) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function noticesOf({ texts }: Locale): HTMLElement[] {
  const notices = navigator.onLine ? [] : [element('p', { class: 'notice' }, texts.offline)];
  if (pendingCheckout(localStorage) === null || location.hash.startsWith('#/checkout')) return notices;
  const link = element('a', { href: '#/checkout' }, texts.checkOnIt);
  return [...notices, element('p', { class: 'notice' }, `${texts.outcomeUnknown} `, link)];
}

async function showCount(count: HTMLElement, client: Client, { number }: Locale): Promise<void> {
  // A failure here is ignored, because the page itself then shows an error.
  const cart = await shopCartRead({ client }).catch(() => null);
  if (cart !== null) count.textContent = cart.items.length === 0 ? '' : ` (${number(cart.items.length)})`;
}
