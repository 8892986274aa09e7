import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { adminReturnsList, type Return } from '#clients/typescript/src/main.ts';
import { useOrdersById } from '../data/use-records-by-id.ts';
import { statusFilter, usePagedList } from '../data/use-paged-list.ts';
import { useFormat } from '../format/use-format.ts';
import type { Column } from '../parts/data-table.tsx';
import { FailedReads } from '../parts/failed-reads.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ReturnBadge } from '../parts/return-badge.tsx';
import { isOpenReturn, returnStates } from '../parts/return-states.ts';
import { returnStateTexts } from '../parts/return-texts.ts';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { Moment, Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { OrderOfReturn } from './order-of-return.tsx';
import { returnsTexts } from './texts.ts';

export default function ReturnsPage() {
  const t = useTexts(returnsTexts);
  const paged = usePagedList(['returns'], useFilters(), adminReturnsList);
  const orders = useOrdersById(paged.list.rows.map(({ order_id: id }) => id));
  return (
    <Stack>
      <PageTitle title={t('returns')} />
      <StatusTabs
        {...statusFilter(paged.view)}
        label={t('views')}
        tabs={[{ value: '', label: t('all') }, ...useStates()]}
      />
      <FailedReads of={[orders]} />
      <ListPage {...paged} columns={useColumns(orders)} caption={t('returns')} empty={t('none')} />
    </Stack>
  );
}

const openStates = returnStates.filter(isOpenReturn).join(',');

function useStates() {
  const t = useTexts(returnsTexts);
  const tState = useTexts(returnStateTexts);
  return [
    { value: openStates, label: t('open') },
    ...returnStates.map((state) => ({ value: state, label: tState(`return_${state}`) })),
  ];
}

function useFilters(): FilterField[] {
  const t = useTexts(returnsTexts);
  return [
    { name: 'status', label: t('state'), kind: 'choice', choices: useStates() },
    { name: 'created_at', label: t('onDay'), kind: 'day' },
  ];
}

function useColumns({ records, isLoading, problem }: ReturnType<typeof useOrdersById>): Column<Return>[] {
  const t = useTexts(returnsTexts);
  const { number } = useFormat();
  const missing = isLoading || problem !== undefined ? undefined : null;
  return [
    {
      key: 'order',
      title: t('order'),
      isPlain: true,
      cell: ({ order_id: id }) => <OrderOfReturn order_id={id} order={records.get(id) ?? missing} />,
    },
    {
      key: 'customer',
      title: t('customer'),
      isPlain: true,
      cell: ({ order_id: id }) => <Name>{records.get(id)?.user.name ?? '—'}</Name>,
    },
    { key: 'status', title: t('state'), isPlain: true, cell: ({ status }) => <ReturnBadge state={status} /> },
    {
      key: 'units',
      title: t('units'),
      isFigure: true,
      cell: ({ lines }) => number(lines.reduce((sum, { amount }) => sum + amount, 0)),
    },
    {
      key: 'refund',
      title: t('refund'),
      isFigure: true,
      cell: ({ refund }) => (refund === null ? '—' : <Money amount={refund} />),
    },
    { key: 'announced', title: t('announced'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      key: 'return',
      title: t('return'),
      cell: ({ id }) => (
        <Anchor component={Link} href={`/returns/${id}`}>
          {t('title', { id: String(id) })}
        </Anchor>
      ),
    },
  ];
}
