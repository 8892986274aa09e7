import {
  OutOfStock,
  shopAddressesList,
  shopCartRead,
  StoreError,
  type Address,
  type Cart,
  type CartLine,
} from '../../../typescript/src/main.ts';
import { newAddress } from './new-address.ts';
import { element, heading, row } from '../element.ts';
import { errorAlert } from '../error-alert.ts';
import { field, forgetDraft, keepDraft, onSubmit, radioGroup, showErrors, valuesOf } from '../form.ts';
import type { Locale } from '../language.ts';
import type { Page, PageContext } from '../page.ts';
import {
  isDecided,
  isForbidden,
  leaveCheckout,
  pendingCheckout,
  saveCheckout,
  sendCheckout,
} from '../pending-checkout.ts';
import type { Texts } from '../texts.ts';

const formId = 'checkout';

/** Shows the form, or the outcome of a pending checkout. The button, a reload and a retry all run this code. */
export const checkoutPage: Page = async (context) => {
  const content = element('div');
  if (pendingCheckout(localStorage) === null) content.append(...(await checkout(context)));
  else void placeOrder(context, content);
  return [heading(context.locale.texts.checkout), content];
};

async function placeOrder(context: PageContext, content: HTMLElement): Promise<void> {
  const { client, locale, signal, announce, updateLayout } = context;
  const { texts } = locale;
  const pending = pendingCheckout(localStorage);
  if (pending === null) return;
  announce('');
  content.replaceChildren(element('p', { role: 'status' }, texts.placing), element('p', {}, texts.mayReload));
  try {
    const { id } = await sendCheckout(client, localStorage, pending);
    forgetDraft(formId, sessionStorage);
    if (!signal.aborted) location.replace(`#/orders/${id}`);
  } catch (error) {
    if (signal.aborted) return;
    const retry = () => void placeOrder(context, content);
    if (isDecided(error)) await showRefusal(context, content, error);
    else content.replaceChildren(undecidedAlert(error, texts, retry));
  } finally {
    updateLayout();
  }
}

/**
 * If the store denies access, adds a button that abandons the checkout. Without the button, a blocked shopper would be stuck
 * here until the pending checkout expires.
 */
function undecidedAlert(error: unknown, texts: Texts, retry: () => void): HTMLElement {
  const hint = `${texts.outcomeUnknown} ${texts.retryIsSafe}`;
  const remedy = { hint, name: texts.retryOrder, press: retry };
  if (!isForbidden(error)) return errorAlert(error, texts, remedy);
  const leave = () => {
    leaveCheckout(localStorage);
    location.replace('#/orders');
  };
  const other = { name: texts.leaveOrder, press: leave };
  return errorAlert(error, texts, { ...remedy, hint: `${hint} ${texts.mayBeLeft}`, other });
}

/** Shows the form again, with each error at its field. */
async function showRefusal(context: PageContext, content: HTMLElement, refusal: unknown): Promise<void> {
  const { locale, refresh } = context;
  try {
    content.replaceChildren(...(await checkout(context, refusal)));
    const form = content.querySelector<HTMLFormElement>(`#${formId}`);
    if (form !== null && refusal instanceof StoreError) showErrors(form, refusal.fields);
  } catch (error) {
    content.replaceChildren(errorAlert(error, locale.texts, { press: refresh }));
  }
}

async function checkout(context: PageContext, refusal?: unknown): Promise<HTMLElement[]> {
  const { client, locale, signal } = context;
  const [cart, { data: addresses }] = await Promise.all([
    shopCartRead({ client, signal }),
    shopAddressesList({ client, signal, query: { paginate: 'false', sort: 'id' } }),
  ]);
  if (cart.items.length === 0) return [element('p', {}, locale.texts.emptyCart)];
  return [
    ...(refusal === undefined ? [] : [refusalAlert(refusal, cart.items, locale)]),
    summary(cart, locale),
    newAddress(context, addresses.length === 0),
    ...(addresses.length === 0 ? [] : [orderForm(context, addresses)]),
  ];
}

function refusalAlert(refusal: unknown, lines: readonly CartLine[], { texts, number }: Locale): HTMLElement {
  const alert = errorAlert(refusal, texts);
  if (!(refusal instanceof OutOfStock)) return alert;
  const nameOf = (id: number) => lines.find((line) => line.product_id === id)?.name ?? number(id);
  const products = refusal.products.map(({ product_id, available: left }) =>
    element('li', {}, texts.outOfStock(nameOf(product_id), number(left))),
  );
  alert.append(element('ul', {}, ...products), element('a', { href: '#/cart' }, texts.cart));
  return alert;
}

function summary({ items, items_total: total }: Cart, { texts, money, number }: Locale): HTMLElement {
  const lines = items.map(({ name, amount, line_total }) =>
    row(`${name} × ${number(amount)}`, money(line_total)),
  );
  return element('dl', { class: 'sums' }, ...lines, row(texts.total, element('strong', {}, money(total))));
}

function orderForm(context: PageContext, addresses: readonly Address[]): HTMLElement {
  const { texts } = context.locale;
  const options = addresses.map(({ id, label, line1, city }) => ({
    value: id,
    text: [label, line1, city].filter((part) => part !== null).join(', '),
  }));
  const form = element(
    'form',
    { id: formId },
    radioGroup(texts.deliverTo, 'address_id', options),
    radioGroup(texts.payment, 'payment_method', [
      { value: 1, text: texts.cash },
      { value: 2, text: texts.card },
    ]),
    field(texts.notes, element('textarea', { name: 'notes', rows: 2, dir: 'auto' })),
    element('button', { type: 'submit', class: 'main' }, texts.placeOrder),
  );
  keepDraft(form, sessionStorage);
  onSubmit(form, async () => {
    const { address_id, payment_method, notes = null } = valuesOf(form);
    const body = { address_id: Number(address_id), payment_method: Number(payment_method), notes };
    saveCheckout(localStorage, body);
    context.refresh();
  });
  return form;
}
