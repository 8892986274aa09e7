import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OrderItem, StoreError } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { FigureInput } from '../parts/figure-input.tsx';
import { useFocusBack } from '../parts/focus-back.ts';
import { RemoveButton } from '../parts/remove-button.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import { typedFigure } from './typed-figure.ts';
import type { LineFigure, LineForm } from './use-line-form.ts';

/** The id of the form to which a line's inputs belong. It is needed because a table row cannot be a form. */
export const lineFormId = 'order-line';

interface FigureCellProps {
  line: OrderItem;
  figure: LineFigure;
  form: LineForm | null;
  problem: StoreError | undefined;
  isPending: boolean;
  leave: () => void;
  children: ReactNode;
}

export function FigureCell({ line, figure, form, problem, isPending, leave, children }: FigureCellProps) {
  const problemAt = useFieldProblem();
  const t = useTexts(orderTexts);
  if (form?.line.id !== line.id) return children;
  const { name } = line.product;
  const labels = { amount: 'amountOf', main_price: 'priceOf', discount_amount: 'discountOf' } as const;
  const text = form.typed[figure];
  return (
    <FigureInput
      form={lineFormId}
      className="order-line-field"
      aria-label={t(labels[figure], { name })}
      autoFocus={figure === 'amount'}
      value={text}
      readOnly={isPending}
      error={typeof typedFigure(text) === 'number' ? problemAt(problem, figure) : t('notANumber')}
      type={(typed) => form.type(figure, typed)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    />
  );
}

interface LineActionsProps {
  line: OrderItem;
  form: LineForm | null;
  isPending: boolean;
  edit: () => void;
  remove: () => void;
  leave: () => void;
}

export function LineActions({ line, form, isPending, edit, remove, leave }: LineActionsProps) {
  const t = useTexts(orderTexts);
  const { name } = line.product;
  const isEdited = form?.line.id === line.id;
  const editButton = useFocusBack<HTMLButtonElement>(isEdited);
  if (isEdited) {
    return (
      // The keys prevent React from reusing a button's element. Without them, a press that began on one button could
      // trigger another button.
      <Group key="form" gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="xs"
          type="submit"
          form={lineFormId}
          loading={isPending}
          disabled={form.body === undefined}
          aria-label={t('saveOf', { name })}
        >
          {t('save')}
        </Button>
        <Button size="xs" variant="default" onClick={leave} aria-label={t('cancelLine', { name })}>
          {t('leave')}
        </Button>
      </Group>
    );
  }
  // While a form is open, the buttons are disabled. Another form would replace the typed figures, and removing a line would make
  // them outdated.
  const isBusy = isPending || form !== null;
  return (
    <Group key="line" gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        ref={editButton}
        size="xs"
        variant="default"
        disabled={isBusy}
        onClick={edit}
        aria-label={t('editLine', { name })}
      >
        {t('edit')}
      </Button>
      <RemoveButton label={t('removeLine', { name })} disabled={isBusy} remove={remove} />
    </Group>
  );
}
