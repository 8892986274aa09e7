import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { adminProductsList, type Product } from '#clients/typescript/src/main.ts';
import type { ReadPage } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { RecordSelect } from '../parts/record-select.tsx';
import { submits } from '../parts/submits.ts';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import { typedFigure } from './typed-figure.ts';
import type { OrderPartProps } from './use-open-order.ts';

/** The search matches a product's name in either language. */
export function AddLine({ seen, state: { run, isPending } }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const { money } = useFormat();
  const [chosen, choose] = useState<Product | null>(null);
  const [amount, setAmount] = useState('1');
  const wanted = typedFigure(amount);
  const mayAdd = chosen !== null && typeof wanted === 'number';
  const labelOf = (product: Product) => `${product.name} — ${money(product.price)}`;
  const add = async () => {
    if (!mayAdd) return;
    const body = { order_id: seen.order.id, product_id: chosen.id, amount: wanted };
    if (!(await run({ kind: 'add', body, productName: chosen.name }, seen))) return;
    choose(null);
    setAmount('1');
  };
  return (
    <form onSubmit={submits(() => void add())}>
      <Group gap="sm" align="flex-end" wrap="wrap">
        <RecordSelect
          label={t('addProduct')}
          hint={t('addProductHint')}
          resource="products"
          read={readProducts}
          labelOf={labelOf}
          chosen={chosen}
          choose={choose}
        />
        <TextInput
          w="6rem"
          label={t('amount')}
          inputMode="numeric"
          dir="ltr"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!mayAdd || isPending}>
          {t('add')}
        </Button>
      </Group>
    </form>
  );
}

const readProducts: ReadPage<object, Product> = (client, query, options) =>
  adminProductsList({ client, query: { ...query, filters: { is_active: true } }, ...options });
