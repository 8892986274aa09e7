import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { Order } from '#clients/typescript/src/main.ts';
import { Code } from './values.tsx';

export function OrderLink({
  order: { id, order_number: number },
}: {
  order: Pick<Order, 'id' | 'order_number'>;
}) {
  return (
    <Anchor component={Link} href={`/orders/${id}`}>
      <Code>{number}</Code>
    </Anchor>
  );
}
