import {
  shopReturnsCreate,
  shopReturnsList,
  shopReturnsWithdraw,
  type ClientOrder,
  type ClientReturn,
} from '../../../typescript/src/main.ts';
import { element, row } from '../element.ts';
import { errorAlert } from '../error-alert.ts';
import { field, onSubmit, showProblems } from '../form.ts';
import { formKey } from '../form-key.ts';
import type { PageContext } from '../page.ts';

/** The returns of an order. If the order's status is `delivered`, also a form to request a return. */
export async function returnsOf(context: PageContext, order: ClientOrder): Promise<HTMLElement[]> {
  const { client, locale, signal } = context;
  const { data: returns } = await shopReturnsList({ client, path: { order: order.id }, signal });
  const isDelivered = order.status === 'delivered';
  if (returns.length === 0 && !isDelivered) return [];
  return [
    element(
      'section',
      { 'aria-label': locale.texts.returns },
      element('h2', {}, locale.texts.returns),
      ...returns.map((record) => shownReturn(context, order, record)),
      ...(isDelivered ? [newReturn(context, order)] : []),
    ),
  ];
}

function shownReturn(context: PageContext, order: ClientOrder, record: ClientReturn): HTMLElement {
  const { client, locale, refresh } = context;
  const { texts, language, number, money } = locale;
  const problems = element('div');
  const withdraw = async () => {
    try {
      await shopReturnsWithdraw({ client, path: { order: order.id, return: record.id } });
      refresh();
    } catch (error) {
      problems.replaceChildren(errorAlert(error, texts, { press: refresh }));
    }
  };
  const nameOf = (id: number) => order.items.find((item) => item.id === id)?.product[language].name ?? '';
  return element(
    'div',
    {},
    element(
      'dl',
      { class: 'sums' },
      row(texts.state, element('strong', {}, texts.returnStates[record.status])),
      ...record.lines.map(({ item_id: id, amount }) => row(nameOf(id), number(amount))),
      ...(record.refund === null ? [] : [row(texts.refund, money(record.refund))]),
    ),
    record.status === 'requested'
      ? element('button', { type: 'button', onclick: withdraw }, texts.withdrawReturn)
      : null,
    problems,
  );
}

function newReturn({ client, locale, refresh }: PageContext, order: ClientOrder): HTMLElement {
  const { texts, language } = locale;
  const inputs = order.items.map(({ id, product, amount, returned }) => {
    const input = element('input', {
      type: 'number',
      name: `item-${id}`,
      min: 0,
      max: amount - returned,
      value: 0,
      inputmode: 'numeric',
    });
    return { id, input, label: texts.quantityOf(product[language].name) };
  });
  const reason = element('textarea', { name: 'reason', dir: 'auto', rows: 2 });
  const form = element(
    'form',
    { id: 'new-return' },
    ...inputs.map(({ label, input }) => field(label, input)),
    field(texts.returnReason, reason),
    element('button', { type: 'submit' }, texts.askForReturn),
  );
  const { send } = formKey(form);
  onSubmit(form, async () => {
    const why = reason.value.trim();
    const lines = inputs
      .filter(({ input }) => Number(input.value) > 0)
      .map(({ id, input }) => ({
        item_id: id,
        amount: Number(input.value),
        reason: why === '' ? null : why,
      }));
    await showProblems(form, texts, async () => {
      const path = { order: order.id };
      await send((headers) => shopReturnsCreate({ client, path, body: { lines }, headers }));
      refresh();
    });
  });
  return element('details', {}, element('summary', {}, texts.returnItems), form);
}
