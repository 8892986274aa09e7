import { Text } from '@mantine/core';
import type { RehearsedAdminOrder } from '#clients/typescript/src/main.ts';
import { orderFieldTexts } from '../data/order-fields.ts';
import { ReceiptRow } from '../parts/receipt-row.tsx';
import { useTexts } from '../texts/language.tsx';
import { newOrderTexts } from './texts.ts';

interface OrderTotalsProps {
  order: RehearsedAdminOrder | undefined;
  isOutdated: boolean;
  /** The text that is shown while there are no totals. */
  instead: 'notReady' | 'correctFirst' | undefined;
}

const fields = ['main_price', 'discount_amount', 'tax_amount', 'total'] as const;

export function OrderTotals({ order, isOutdated, instead }: OrderTotalsProps) {
  const t = useTexts(newOrderTexts);
  const nameOf = useTexts(orderFieldTexts);
  return (
    <div
      className="order-receipt new-order-totals rehearsed"
      role="status"
      aria-busy={order !== undefined && isOutdated}
    >
      {order === undefined ? (
        instead !== undefined && <Text c="dimmed">{t(instead)}</Text>
      ) : (
        <dl aria-label={t('totals')}>
          {fields
            .filter((name) => name !== 'discount_amount' || order[name] !== 0)
            .map((name) => (
              <ReceiptRow
                key={name}
                name={name}
                label={nameOf(name)}
                amount={name === 'discount_amount' ? 0 - order[name] : order[name]}
              />
            ))}
        </dl>
      )}
    </div>
  );
}
