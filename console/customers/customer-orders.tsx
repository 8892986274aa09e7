import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { adminOrdersList, type Order } from '#clients/typescript/src/main.ts';
import { filterName } from '../data/list-view.ts';
import { isEmpty, useList, type ListState } from '../data/use-list.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { OrderLink } from '../parts/order-link.tsx';
import { Section } from '../parts/section.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Moment, Money } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

const shown = 10;

export function useCustomerOrders(user: number): ListState<Order> {
  const query = { 'filters[user_id]': user, paginate: 'cursor', per_page: shown } as const;
  return useList(['orders'], query, adminOrdersList, { isPolled: true });
}

export function CustomerOrders({ user, list }: { user: number; list: ListState<Order> }) {
  const t = useTexts(customerTexts);
  const columns = useColumns();
  return (
    <Section
      title={t('orders')}
      aside={
        <Anchor component={Link} href={`/orders?${filterName('user_id')}=${user}`}>
          {t('allOrders')}
        </Anchor>
      }
    >
      <LoadState of={list} />
      {isEmpty(list) && <Text>{t('noOrders')}</Text>}
      {list.rows.length > 0 && (
        <DataTable caption={t('orders')} columns={columns} rows={list.rows} idOf={({ id }) => id} />
      )}
    </Section>
  );
}

function useColumns(): Column<Order>[] {
  const t = useTexts(customerTexts);
  return [
    { key: 'order', title: t('order'), isPlain: true, cell: (order) => <OrderLink order={order} /> },
    { key: 'status', title: t('status'), isPlain: true, cell: ({ status }) => <StateBadge state={status} /> },
    { key: 'placed', title: t('placed'), isPlain: true, cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      key: 'total',
      title: t('total'),
      isFigure: true,
      isPlain: true,
      cell: ({ total }) => <Money amount={total} />,
    },
  ];
}
