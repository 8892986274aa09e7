import { shopAddressesCreate } from '../../../typescript/src/main.ts';
import { element } from '../element.ts';
import { field, forgetDraft, hasDraft, keepDraft, onSubmit, showProblems, valuesOf } from '../form.ts';
import { formKey } from '../form-key.ts';
import type { Locale } from '../language.ts';
import type { PageContext } from '../page.ts';

const formId = 'new-address';

/** A collapsible form, open when the shopper has no address yet or has begun to type one. */
export function newAddress(context: PageContext, isNeeded: boolean): HTMLElement {
  const { client, locale, announce, refresh } = context;
  const { texts } = locale;
  const form = addressForm(locale);
  keepDraft(form, sessionStorage);
  const { send } = formKey(form);
  onSubmit(form, async () => {
    const { line1 = null, city = null, country = null, ...others } = valuesOf(form);
    // Missing values are sent as empty strings, because the store then reports them in the shopper's
    // language.
    const body = { line1: line1 ?? '', city: city ?? '', country: country ?? '', ...others };
    await showProblems(form, texts, async () => {
      await send((headers) => shopAddressesCreate({ client, body, headers }));
      forgetDraft(formId, sessionStorage);
      announce(texts.addressSaved);
      refresh();
    });
  });
  const open = isNeeded || hasDraft(formId, sessionStorage);
  return element('details', { open }, element('summary', {}, texts.newAddress), form);
}

function addressForm({ texts, countries }: Locale): HTMLFormElement {
  const input = (name: string, autocomplete: string, type = 'text') =>
    element('input', { type, name, autocomplete, dir: 'auto' });
  const country = element(
    'select',
    { name: 'country', autocomplete: 'country' },
    element('option', { value: '' }, texts.choose),
    ...countries().map(({ code, name }) => element('option', { value: code }, name)),
  );
  return element(
    'form',
    { id: formId },
    field(texts.line1, input('line1', 'address-line1')),
    field(texts.line2, input('line2', 'address-line2')),
    field(texts.city, input('city', 'address-level2')),
    field(texts.country, country),
    field(texts.label, input('label', 'off')),
    field(texts.phone, input('phone', 'tel', 'tel')),
    element('button', { type: 'submit' }, texts.saveAddress),
  );
}
