import { shopCartAdd, shopProductsRead } from '../../../typescript/src/main.ts';
import { element, heading } from '../element.ts';
import { field, onSubmit, showProblems, valuesOf } from '../form.ts';
import { formKey } from '../form-key.ts';
import type { Page, PageContext } from '../page.ts';

export const productPage: Page = async (context, id) => {
  const { client, locale, signal } = context;
  const product = await shopProductsRead({ client, path: { product: id }, signal });
  return [
    heading(product.name),
    element('p', {}, product.description),
    element('p', { class: 'price' }, locale.money(product.price)),
    addForm(context, product),
  ];
};

function addForm(context: PageContext, { id, name }: { id: number; name: string }): HTMLElement {
  const { client, locale, announce, updateLayout } = context;
  const { texts } = locale;
  const quantity = element('input', {
    type: 'number',
    name: 'amount',
    value: 1,
    min: 1,
    inputmode: 'numeric',
  });
  const form = element(
    'form',
    { id: 'add' },
    field(texts.quantity, quantity),
    element('button', { type: 'submit', class: 'main' }, texts.addToCart),
  );
  const { send, renew } = formKey(form);
  onSubmit(form, async () => {
    const body = { product_id: id, amount: Number(valuesOf(form)['amount']) };
    await showProblems(form, texts, async () => {
      await send((headers) => shopCartAdd({ client, body, headers }));
      // After a success, sending the form again adds further units.
      renew();
      announce(texts.added(name));
      updateLayout();
    });
  });
  return form;
}
