import type { Ref } from 'react';
import { adminProductsList, type Product } from '#clients/typescript/src/main.ts';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { RecordSelect } from './record-select.tsx';
import { partTexts } from './texts.ts';

interface ProductSelectProps {
  chosen: Product | null;
  choose: (product: Product | null) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** Chooses an active product by its name in either language, or its SKU. */
export function ProductSelect(props: ProductSelectProps) {
  const t = useTexts(partTexts);
  const { money, number } = useFormat();
  const labelOf = ({ name, sku, price, available }: Product) => {
    const label = `${name}${sku === null ? '' : ` (${sku})`} — ${money(price)}`;
    if (available === null) return label;
    return `${label} · ${available === 0 ? t('soldOut') : t('unitsAvailable', { units: number(available) })}`;
  };
  return (
    <RecordSelect
      label={t('addProduct')}
      hint={t('addProductHint')}
      resource="products"
      read={adminProductsList}
      filters={onlyActive}
      labelOf={labelOf}
      {...props}
    />
  );
}

const onlyActive = { is_active: true };
