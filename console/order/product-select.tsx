import { adminProductsList, type Product } from '#clients/typescript/src/main.ts';
import type { ReadPage } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { RecordSelect } from '../parts/record-select.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';

interface ProductSelectProps {
  chosen: Product | null;
  choose: (product: Product | null) => void;
}

/** Chooses an active product to add. The search matches its name in either language. */
export function ProductSelect(props: ProductSelectProps) {
  const t = useTexts(orderTexts);
  const { money } = useFormat();
  return (
    <RecordSelect
      label={t('addProduct')}
      hint={t('addProductHint')}
      resource="products"
      read={readProducts}
      labelOf={({ name, price }) => `${name} — ${money(price)}`}
      {...props}
    />
  );
}

const readProducts: ReadPage<object, Product> = (client, query, options) =>
  adminProductsList({ client, query: { ...query, filters: { is_active: true } }, ...options });
