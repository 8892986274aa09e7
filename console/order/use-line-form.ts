import { useEffect } from 'react';
import type { OrderItem, OrderItemsUpdateBody } from '#clients/typescript/src/main.ts';
import { useKeptDraft } from '../data/use-kept-draft.ts';
import { useFormat } from '../format/use-format.ts';
import type { Seen } from './order-change.ts';
import { typedFigure } from './typed-figure.ts';

const lineFigures = ['amount', 'main_price', 'discount_amount'] as const;
export type LineFigure = (typeof lineFigures)[number];

export interface LineForm {
  line: OrderItem;
  seen: Seen;
  typed: Readonly<Record<LineFigure, string>>;
  type: (figure: LineFigure, text: string) => void;
  /** The changed figures to send. Undefined when a typed figure is not a number. */
  body: OrderItemsUpdateBody | undefined;
}

/**
 * The form for the line that is being edited. Its typed values stay when the order is refetched. If the line was removed from the
 * order, the form is closed, because the page then has no row for its inputs and buttons.
 */
export function useLineForm(lines: readonly OrderItem[]): {
  form: LineForm | null;
  edit: (line: OrderItem, seen: Seen) => void;
  leave: () => void;
} {
  const { plainMoney } = useFormat();
  const [kept, setForm] = useKeptDraft<Pick<LineForm, 'line' | 'seen' | 'typed'> | null>('line', null);
  const isRemoved = kept !== null && !lines.some(({ id }) => id === kept.line.id);
  useEffect(() => {
    if (isRemoved) setForm(null);
    // `setForm` is a new function on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isRemoved]);
  const form = isRemoved ? null : kept;
  return {
    form: form && {
      ...form,
      type: (figure, text) => setForm({ ...form, typed: { ...form.typed, [figure]: text } }),
      body: changedFigures(form.line, form.typed),
    },
    edit: (line, seen) => {
      const typed = {
        amount: String(line.amount),
        main_price: plainMoney(line.main_price),
        discount_amount: plainMoney(line.discount_amount),
      };
      setForm({ line, seen, typed });
    },
    leave: () => setForm(null),
  };
}

function changedFigures(line: OrderItem, typed: LineForm['typed']): OrderItemsUpdateBody | undefined {
  const body: OrderItemsUpdateBody = {};
  for (const name of lineFigures) {
    const value = typedFigure(typed[name]);
    if (typeof value !== 'number') return undefined;
    if (value !== line[name]) body[name] = value;
  }
  return body;
}
