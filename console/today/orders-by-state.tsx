import { Card, SimpleGrid, Text } from '@mantine/core';
import type { OrderStatus } from '#clients/typescript/src/main.ts';
import { Link } from 'wouter';
import { useFormat } from '../format/use-format.ts';
import { orderStates } from '../parts/order-words.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { useOrderCount } from './use-order-count.ts';

/** The number of orders in each status, with links to the list. */
export function OrdersByState() {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, lg: 8 }} spacing="sm">
      {orderStates.map((state) => (
        <StateCount key={state} state={state} />
      ))}
    </SimpleGrid>
  );
}

function StateCount({ state }: { state: OrderStatus }) {
  const { number } = useFormat();
  const { count } = useOrderCount({ status: state });
  return (
    <Card component={Link} href={`/orders?filters[status]=${state}`} withBorder padding="sm">
      <Text component="span" size="xl" fw={700} className="figure">
        {count === undefined ? '…' : number(count)}
      </Text>
      <div>
        <StateBadge state={state} />
      </div>
    </Card>
  );
}
