import { Button, Group, Stack } from '@mantine/core';
import type { Order, Product } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import type { ChangeDraft, LineKey } from './change-draft.ts';
import { changeTexts } from './change-texts.ts';
import { FigureInput } from '../parts/figure-input.tsx';
import { ProductSelect } from '../parts/product-select.tsx';
import { orderTexts } from './texts.ts';
import { typedFigure } from './typed-figure.ts';

export type LineProblem = (key: LineKey) => string | undefined;

interface ChangedLinesProps {
  order: Order;
  draft: ChangeDraft;
  change: (changes: Partial<ChangeDraft>) => void;
  problemOf: LineProblem;
}

/** The amounts of the order's items and of products that the change adds. */
export function ChangedLines({ order, draft, change, problemOf }: ChangedLinesProps) {
  const t = useTexts(orderTexts);
  const tChange = useTexts(changeTexts);
  const { amounts, added } = draft;
  const type = (item: number, amount: string) => change({ amounts: new Map(amounts).set(item, amount) });
  const replace = (product: number, amount: string) =>
    change({ added: added.map((line) => (line.product.id === product ? { ...line, amount } : line)) });
  return (
    <Stack gap="sm">
      {order.items.map(({ id, product, amount }, index) => {
        const typed = amounts.get(id) ?? String(amount);
        const isRemoved = typedFigure(typed) === 0;
        return (
          <LineField
            key={id}
            name={product.name}
            typed={typed}
            type={(text) => type(id, text)}
            wrong={problemOf(`item ${id}`)}
            isFirst={index === 0}
            action={isRemoved ? tChange('keep') : t('remove')}
            actionName={
              isRemoved
                ? tChange('keepItem', { name: product.name })
                : t('removeLine', { name: product.name })
            }
            act={() => type(id, isRemoved ? String(amount) : '0')}
          />
        );
      })}
      {added.map(({ product, amount }) => (
        <LineField
          key={product.id}
          name={product.name}
          typed={amount}
          type={(text) => replace(product.id, text)}
          wrong={problemOf(`product ${product.id}`)}
          isAdded
          action={t('remove')}
          actionName={t('removeLine', { name: product.name })}
          act={() => change({ added: added.filter((line) => line.product.id !== product.id) })}
        />
      ))}
      <AddProduct
        key={added.length}
        add={(product) => {
          if (!added.some((line) => line.product.id === product.id))
            change({ added: [...added, { product, amount: '1' }] });
        }}
      />
    </Stack>
  );
}

interface LineFieldProps {
  name: string;
  typed: string;
  type: (text: string) => void;
  wrong: string | undefined;
  isFirst?: boolean;
  isAdded?: boolean;
  action: string;
  actionName: string;
  act: () => void;
}

function LineField(props: LineFieldProps) {
  const { name, typed, type, wrong, isFirst = false, isAdded = false, action, actionName, act } = props;
  const t = useTexts(orderTexts);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <FigureInput
        isCount
        className="grows"
        label={t('amountOf', { name })}
        data-autofocus={isFirst || undefined}
        autoFocus={isAdded}
        value={typed}
        error={wrong}
        type={type}
      />
      <Button variant="default" className="change-line-action" aria-label={actionName} onClick={act}>
        {action}
      </Button>
    </Group>
  );
}

/** The search for a product to add. Enter in the search must not save the whole change. */
function AddProduct({ add }: { add: (product: Product) => void }) {
  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    >
      <ProductSelect
        chosen={null}
        choose={(product) => {
          if (product !== null) add(product);
        }}
      />
    </div>
  );
}
