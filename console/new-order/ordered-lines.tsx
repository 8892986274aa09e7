import { Text } from '@mantine/core';
import { useState, type RefObject } from 'react';
import type { Product, RehearsedAdminOrder } from '#clients/typescript/src/main.ts';
import { typedNumber } from '../format/typed-number.ts';
import { lineTotal } from '../format/shop-format.ts';
import { useFormat } from '../format/use-format.ts';
import { AmountField } from '../parts/amount-field.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { ProductSelect } from '../parts/product-select.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { Section } from '../parts/section.tsx';
import { Money, Name } from '../parts/values.tsx';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { stepped, withProduct, type DraftLine } from './order-draft.ts';
import { newOrderTexts } from './texts.ts';

interface OrderedLinesProps {
  lines: readonly DraftLine[];
  change: (lines: readonly DraftLine[]) => void;
  /** The lines as the store would create them, from a dry run. */
  placed: RehearsedAdminOrder['items'] | undefined;
  problemOf: (index: number) => string | undefined;
  error: string | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
}

export function OrderedLines(props: OrderedLinesProps) {
  const { lines, change, error, searchRef } = props;
  const t = useTexts(newOrderTexts);
  // Choosing a product clears the search and moves the focus to the amount of the product's line.
  const [added, setAdded] = useState({ product: 0, count: 0 });
  const add = (product: Product | null) => {
    if (product === null) return;
    change(withProduct(lines, product));
    setAdded(({ count }) => ({ product: product.id, count: count + 1 }));
  };
  const columns = useColumns(props, added);
  return (
    <Section title={t('lines')} gap="sm">
      {lines.length === 0 ? (
        <Text c="dimmed">{t('noItems')}</Text>
      ) : (
        <DataTable caption={t('lines')} columns={columns} rows={lines} idOf={({ product }) => product.id} />
      )}
      <ProductSelect key={added.count} chosen={null} choose={add} error={error} inputRef={searchRef} />
    </Section>
  );
}

function useColumns(
  { lines, change, placed, problemOf, searchRef }: OrderedLinesProps,
  added: { product: number; count: number },
): Column<DraftLine>[] {
  const t = useTexts(newOrderTexts);
  const { language } = useLanguage();
  const { decimals } = useFormat();
  const nameOf = ({ product }: DraftLine) => product[language].name || product.name;
  const at = ({ product }: DraftLine) => lines.findIndex((line) => line.product.id === product.id);
  const priceOf = (line: DraftLine) => placedLine(line)?.main_price ?? line.product.price;
  const placedLine = ({ product }: DraftLine) => placed?.find(({ product_id: id }) => id === product.id);
  const replace = (line: DraftLine, amount: string) =>
    change(lines.map((each) => (each.product.id === line.product.id ? { ...each, amount } : each)));
  return [
    { key: 'product', title: t('product'), isPlain: true, cell: (line) => <Name>{nameOf(line)}</Name> },
    { key: 'price', title: t('price'), isFigure: true, cell: (line) => <Money amount={priceOf(line)} /> },
    {
      key: 'amount',
      title: t('amount'),
      isFigure: true,
      isPlain: true,
      cell: (line) => (
        <AmountField
          // If a product is chosen again, the new key makes React mount a new field, which takes the focus.
          key={line.product.id === added.product ? added.count : 0}
          label={t('amountOf', { name: nameOf(line) })}
          lessLabel={t('lessOf', { name: nameOf(line) })}
          moreLabel={t('moreOf', { name: nameOf(line) })}
          value={line.amount}
          change={(amount) => replace(line, amount)}
          step={(by) => replace(line, stepped(line, by))}
          error={problemOf(at(line))}
          autoFocus={line.product.id === added.product}
          entered={() => searchRef.current?.focus()}
        />
      ),
    },
    {
      key: 'sum',
      title: t('sum'),
      isFigure: true,
      // On a phone, this cell is beside the field for the quantity, so it needs no title.
      isPlain: true,
      cell: (line) => {
        const amount = typedNumber(line.amount);
        if (typeof amount !== 'number') return '—';
        return (
          <Money amount={lineTotal({ amount, main_price: priceOf(line), discount_amount: 0 }, decimals)} />
        );
      },
    },
    {
      key: 'remove',
      title: t('remove'),
      isFigure: true,
      isBare: true,
      cell: (line) => (
        <RemoveButton
          label={t('removeLine', { name: nameOf(line) })}
          remove={() => {
            change(lines.filter(({ product }) => product.id !== line.product.id));
            searchRef.current?.focus();
          }}
        />
      ),
    },
  ];
}
