import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { adminProductsList, type Product } from '#clients/typescript/src/main.ts';
import { useList } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { submits } from '../parts/submits.ts';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import { typedFigure } from './typed-figure.ts';
import type { OrderPartProps } from './use-open-order.ts';

/** The search matches a product's name in either language. */
export function AddLine({ seen, state: { run, isPending } }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const { money } = useFormat();
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState<Product | null>(null);
  const [amount, setAmount] = useState('1');
  const { rows, isFetching } = useProducts(search);
  const wanted = typedFigure(amount);
  const mayAdd = chosen !== null && typeof wanted === 'number';
  const labelOf = (product: Product) => `${product.name} — ${money(product.price)}`;
  const offered = chosen === null || rows.some(({ id }) => id === chosen.id) ? rows : [chosen, ...rows];
  const add = async () => {
    if (!mayAdd) return;
    const body = { order_id: seen.order.id, product_id: chosen.id, amount: wanted };
    if (!(await run({ kind: 'add', body, productName: chosen.name }, seen))) return;
    choose(null);
    setSearch('');
    setAmount('1');
  };
  return (
    <form onSubmit={submits(() => void add())}>
      <Group gap="sm" align="flex-end" wrap="wrap">
        <Select
          className="grows"
          miw="12rem"
          label={t('addProduct')}
          placeholder={t('addProductHint')}
          data={offered.map((product) => ({ value: String(product.id), label: labelOf(product) }))}
          value={chosen === null ? null : String(chosen.id)}
          onChange={(id) => choose(offered.find((product) => String(product.id) === id) ?? null)}
          searchable
          clearable
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          nothingFoundMessage={isFetching ? '…' : t('nothingFound')}
          comboboxProps={{ withinPortal: false }}
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

function useProducts(search: string) {
  const [settled] = useDebouncedValue(search.replace(/ — .*$/, '').trim(), 150);
  const query = {
    per_page: 10,
    paginate: 'cursor' as const,
    filters: { is_active: true },
    ...(settled !== '' && { search: settled.slice(0, 200) }),
  };
  return useList(['products'], query, (client, asked, options) =>
    adminProductsList({ client, query: asked, ...options }),
  );
}
