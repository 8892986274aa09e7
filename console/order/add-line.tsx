import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Product } from '#clients/typescript/src/main.ts';
import { later } from '../parts/later.tsx';
import { submits } from '../parts/submits.ts';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import { typedFigure } from './typed-figure.ts';
import type { OrderPartProps } from './use-open-order.ts';

/**
 * The first screen does not show this field, so its code loads later. Until then, a disabled field of the same size takes its
 * place.
 */
const LaterProductSelect = later(
  async () => ({ default: (await import('../parts/product-select.tsx')).ProductSelect }),
  () => {
    const t = useTexts(orderTexts);
    return (
      <TextInput
        className="grows"
        miw="12rem"
        label={t('addProduct')}
        placeholder={t('addProductHint')}
        disabled
      />
    );
  },
);

const noLine: { chosen: Product | null; amount: string } = { chosen: null, amount: '1' };

export function AddLine({ seen, state: { run, isPending } }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const [line, setLine] = useState(noLine);
  const { chosen, amount } = line;
  const wanted = typedFigure(amount);
  const mayAdd = chosen !== null && typeof wanted === 'number';
  const add = async () => {
    if (!mayAdd) return;
    const body = { order_id: seen.order.id, product_id: chosen.id, amount: wanted };
    if (!(await run({ kind: 'add', body, productName: chosen.name }, seen))) return;
    // A line that was typed during the request stays as the next line.
    setLine((now) => (now === line ? noLine : now));
  };
  return (
    <form onSubmit={submits(() => void add())}>
      <Group gap="sm" align="flex-end" wrap="wrap">
        <LaterProductSelect chosen={chosen} choose={(product) => setLine({ ...line, chosen: product })} />
        <TextInput
          w="6rem"
          label={t('amount')}
          inputMode="numeric"
          dir="ltr"
          value={amount}
          onChange={({ currentTarget: { value } }) => setLine({ ...line, amount: value })}
        />
        <Button type="submit" disabled={!mayAdd || isPending}>
          {t('add')}
        </Button>
      </Group>
    </form>
  );
}
