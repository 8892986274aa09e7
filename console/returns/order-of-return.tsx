import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { Order, Return } from '#clients/typescript/src/main.ts';
import { OrderLink } from '../parts/order-link.tsx';
import { useTexts } from '../texts/language.tsx';
import { returnsTexts } from './texts.ts';

interface OrderOfReturnProps extends Pick<Return, 'order_id'> {
  /** Null if the order was deleted, undefined if the order is not loaded. */
  order: Order | null | undefined;
}

export function OrderOfReturn({ order_id: id, order }: OrderOfReturnProps) {
  const t = useTexts(returnsTexts);
  if (order) return <OrderLink order={order} />;
  return (
    <Anchor component={Link} href={`/orders/${id}`}>
      {order === null ? t('deletedOrder') : '…'}
    </Anchor>
  );
}
