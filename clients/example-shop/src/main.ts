import { createClient, StoreError } from '../../typescript/src/main.ts';
import { element, heading } from './element.ts';
import { errorAlert } from './error-alert.ts';
import { initialLanguage, localeOf } from './language.ts';
import { createLayout } from './layout.ts';
import type { Page, PageContext } from './page.ts';
import { cartPage } from './pages/cart.ts';
import { checkoutPage } from './pages/checkout.ts';
import { orderPage } from './pages/order.ts';
import { ordersPage } from './pages/orders.ts';
import { productPage } from './pages/product.ts';
import { productsPage } from './pages/products.ts';
import { pendingCheckout } from './pending-checkout.ts';
import type { Language } from './texts.ts';

/** The store's currency, inserted when the page is bundled. */
declare const CURRENCY: string;

const routes: readonly (readonly [RegExp, Page])[] = [
  [/^\/?$/, productsPage],
  [/^\/products\/(\d+)$/, productPage],
  [/^\/cart$/, cartPage],
  [/^\/checkout$/, checkoutPage],
  [/^\/orders$/, ordersPage],
  [/^\/orders\/(\d+)$/, orderPage],
];
const languageItem = 'example-shop.language';

let pageLeft = new AbortController();
let { locale, client } = inLanguage(initialLanguage(localStorage.getItem(languageItem), navigator.languages));
const layout = createLayout({
  onLanguage: () => {
    const other: Language = locale.language === 'ar' ? 'en' : 'ar';
    localStorage.setItem(languageItem, other);
    ({ locale, client } = inLanguage(other));
    void show('language');
  },
});
window.addEventListener('hashchange', () => void show());
window.addEventListener('online', updateLayout);
window.addEventListener('offline', updateLayout);
// A checkout with an unknown outcome must be settled first. So open the checkout instead of the requested
// page.
if (pendingCheckout(localStorage) !== null) history.replaceState(null, '', '#/checkout');
void show();

/** The client has no token, because the shop's server adds one to each request. */
function inLanguage(language: Language) {
  const options = { baseUrl: location.origin, language, timeoutMs: 20_000, tryTimeoutMs: 10_000 };
  return { locale: localeOf(language, CURRENCY), client: createClient(options) };
}

function updateLayout(): void {
  layout.update(client, locale);
}

/** Shows the page of the current URL. `focusId` is the id of the element to focus when the page is shown again. */
async function show(focusId = ''): Promise<void> {
  pageLeft.abort();
  pageLeft = new AbortController();
  const { signal } = pageLeft;
  const [path = '', query = ''] = location.hash.slice(1).split('?');
  const context: PageContext = {
    client,
    locale,
    signal,
    query: new URLSearchParams(query),
    announce: layout.announce,
    refresh: () => void show(document.activeElement?.id),
    updateLayout,
  };
  updateLayout();
  layout.main.ariaBusy = 'true';
  const content = await contentOf(path, context);
  if (signal.aborted) return;
  layout.main.replaceChildren(...content);
  layout.main.ariaBusy = 'false';
  const title = layout.main.querySelector('h1');
  document.title = `${title?.textContent ?? ''} · ${locale.texts.shop}`;
  const focused = focusId === '' ? null : document.getElementById(focusId);
  (focused ?? title)?.focus();
}

async function contentOf(path: string, context: PageContext): Promise<Node[]> {
  const { texts } = context.locale;
  try {
    for (const [pattern, page] of routes) {
      const match = pattern.exec(path);
      if (match !== null) return await page(context, Number(match[1]));
    }
    return [heading(texts.notThere), element('a', { href: '#/' }, texts.products)];
  } catch (error) {
    if (!(error instanceof StoreError) && !context.signal.aborted) reportError(error);
    return [heading(texts.shop), errorAlert(error, texts, { press: context.refresh })];
  }
}
