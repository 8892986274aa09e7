import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { adminOrdersList, type Order } from '#clients/typescript/src/main.ts';
import { useHeldRows } from '../data/use-held-rows.ts';
import { isEmpty, useList } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import type { Column } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { HeldTable } from '../parts/held-table.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { OrderLink } from '../parts/order-link.tsx';
import { Section } from '../parts/section.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';

const waiting = 'pending,confirmed';
const shown = 8;

export function WaitingLongest({ now }: { now: Date }) {
  const t = useTexts(todayTexts);
  const query = { paginate: 'cursor', per_page: shown, sort: 'id', filters: { status: waiting } } as const;
  const fresh = useList(['orders', 'waiting'], query, adminOrdersList, { isPolled: true });
  const list = useHeldRows(fresh, query);
  const columns = useColumns(now);
  return (
    <Section
      title={t('oldest')}
      gap="sm"
      aside={
        <Anchor component={Link} href={`/orders?filters[status]=${waiting}&sort=id`}>
          {t('allWaiting')}
        </Anchor>
      }
    >
      {list.isLoading ? <SkeletonRows /> : <LoadState of={list} />}
      {isEmpty(list) && <EmptyState title={t('nothingWaits')} />}
      {list.rows.length > 0 && <HeldTable list={list} caption={t('oldest')} columns={columns} />}
    </Section>
  );
}

function useColumns(now: Date): readonly Column<Order>[] {
  const t = useTexts(todayTexts);
  const { ago, moment } = useFormat();
  return [
    { key: 'order', title: t('order'), isPlain: true, cell: (order) => <OrderLink order={order} /> },
    { key: 'state', title: t('state'), isPlain: true, cell: ({ status }) => <StateBadge state={status} /> },
    { key: 'customer', title: t('customer'), isPlain: true, cell: ({ user }) => <Name>{user.name}</Name> },
    {
      key: 'waits',
      title: t('cameIn'),
      isPlain: true,
      cell: ({ created_at: at }) => (
        <time dateTime={at} title={moment(at)}>
          {ago(at, now)}
        </time>
      ),
    },
    {
      key: 'total',
      title: t('total'),
      isFigure: true,
      isPlain: true,
      cell: ({ total }) => <Money amount={total} />,
    },
  ];
}
