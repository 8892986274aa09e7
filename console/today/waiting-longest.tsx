import { Anchor, Card, Group, Loader, Title } from '@mantine/core';
import { Link } from 'wouter';
import { ordersList, type Order } from '#clients/typescript/src/main.ts';
import { useRefreshPace } from '../data/use-live.ts';
import { useHeldRows } from '../data/use-held-rows.ts';
import { useList } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { OrderLink } from '../parts/order-link.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Money, Name } from '../parts/values.tsx';
import { WaitingRows } from '../parts/waiting-rows.tsx';
import { useTexts } from '../texts/language.tsx';
import { refreshEveryMs } from './refresh.ts';
import { todayTexts } from './texts.ts';

const waiting = 'pending,confirmed';
const shown = 8;

/** Orders that wait to be confirmed or prepared, oldest first. */
export function WaitingLongest({ now }: { now: Date }) {
  const t = useTexts(todayTexts);
  const query = { paginate: 'cursor', per_page: shown, sort: 'id', filters: { status: waiting } } as const;
  const fresh = useList(
    ['orders', 'waiting'],
    query,
    (client, asked, options) => ordersList({ client, query: asked, ...options }),
    { refreshEveryMs: useRefreshPace(refreshEveryMs) },
  );
  const list = useHeldRows(fresh, query);
  const columns = useColumns(now);
  return (
    <Card component="section" withBorder aria-labelledby="waiting">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="waiting">
          {t('oldest')}
        </Title>
        <Anchor component={Link} href={`/orders?filters[status]=${waiting}&sort=id`}>
          {t('allWaiting')}
        </Anchor>
      </Group>
      <ProblemAlert problem={list.problem} retry={() => void list.refresh()} />
      {list.isLoading && <Loader />}
      {!list.isLoading && list.rows.length === 0 && list.problem === undefined && (
        <EmptyState title={t('nothingWaits')} />
      )}
      {list.rows.length > 0 && (
        <div {...list.around}>
          <WaitingRows waiting={list.waiting} />
          <DataTable
            caption={t('oldest')}
            columns={columns}
            rows={list.rows}
            idOf={({ id }) => id}
            nameOf={({ order_number: number }) => number}
          />
        </div>
      )}
    </Card>
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
      title: t('waits'),
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
