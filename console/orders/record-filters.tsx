import { Group } from '@mantine/core';
import { adminProductsList } from '#clients/typescript/src/main.ts';
import { CustomerSelect } from '../parts/customer-select.tsx';
import { RecordSelect } from '../parts/record-select.tsx';
import { useTexts } from '../texts/language.tsx';
import type { OrderFilters } from './order-view.ts';
import { ordersTexts } from './texts.ts';
import { useChosenCustomer, useChosenProduct } from './use-chosen.ts';

interface DraftProps {
  draft: OrderFilters;
  set: (change: OrderFilters) => void;
}

export default function RecordFilters({ draft, set }: DraftProps) {
  const t = useTexts(ordersTexts);
  const customer = useChosenCustomer(draft.user_id);
  const product = useChosenProduct(draft.product_id);
  return (
    <Group gap="sm" grow>
      <CustomerSelect
        label={t('customer')}
        hint={t('customerHint')}
        chosen={customer ?? null}
        choose={(row) => set({ user_id: row === null ? '' : String(row.id) })}
      />
      <RecordSelect
        label={t('product')}
        hint={t('productHint')}
        resource="products"
        read={adminProductsList}
        labelOf={({ name }) => name}
        chosen={product ?? null}
        choose={(row) => set({ product_id: row === null ? '' : String(row.id) })}
      />
    </Group>
  );
}
