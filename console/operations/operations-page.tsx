import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { adminOperationsList } from '#clients/typescript/src/main.ts';
import { operationAddress } from '../data/operation-address.ts';
import type { OperationRecord } from '../data/use-operation.ts';
import { statusFilter, usePagedList } from '../data/use-paged-list.ts';
import { Author } from '../parts/author.tsx';
import type { Column } from '../parts/data-table.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { HealthLine } from '../parts/health-line.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { operationTexts } from '../parts/operation-texts.ts';
import { operationTypes, useOperationTitle, useOperationType } from '../parts/operation-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { operationsTexts } from './texts.ts';

const refreshEveryMs = 3_000;

export default function OperationsPage() {
  const t = useTexts(operationsTexts);
  const paged = usePagedList(['operations'], useFilters(), adminOperationsList, { refreshEveryMs });
  const sorts = [
    { value: '-created_at', label: t('newestFirst') },
    { value: 'created_at', label: t('oldestFirst') },
  ];
  return (
    <Stack>
      <PageTitle title={t('operations')}>
        <HealthLine />
      </PageTitle>
      <StatusTabs
        {...statusFilter(paged.view)}
        label={t('views')}
        tabs={tabs.map(({ key, statuses: value }) => ({ value, label: t(key) }))}
      />
      <ListPage {...paged} sorts={sorts} columns={useColumns()} caption={t('operations')} empty={t('none')} />
    </Stack>
  );
}

const tabs = [
  { key: 'all', statuses: '' },
  { key: 'now', statuses: 'queued,running' },
  { key: 'parkedOnes', statuses: 'parked' },
  { key: 'notDone', statuses: 'failed,partly_succeeded' },
] as const;

const statuses = [
  ...(['queued', 'running', 'succeeded', 'partly_succeeded'] as const),
  ...(['failed', 'cancelled', 'parked'] as const),
];

function useFilters(): FilterField[] {
  const t = useTexts(operationsTexts);
  const word = useTexts(operationTexts);
  const typeOf = useOperationType();
  const several = tabs.flatMap(({ key, statuses: value }) =>
    value === '' || value === 'parked' ? [] : [{ value, label: t(key) }],
  );
  return [
    {
      name: 'status',
      label: t('status'),
      kind: 'choice',
      choices: [...several, ...statuses.map((status) => ({ value: status, label: word(status) }))],
    },
    {
      name: 'type',
      label: t('what'),
      kind: 'choice',
      choices: operationTypes.map((type) => ({ value: type, label: typeOf(type) })),
    },
    { name: 'owner', label: t('ownerHint'), kind: 'text' },
    { name: 'created_at', label: t('onDay'), kind: 'day' },
  ];
}

function useColumns(): Column<OperationRecord>[] {
  const t = useTexts(operationsTexts);
  const titleOf = useOperationTitle();
  return [
    {
      key: 'what',
      title: t('what'),
      isPlain: true,
      cell: (operation) => (
        <Anchor component={Link} href={operationAddress(operation.id)}>
          {titleOf(operation)}
        </Anchor>
      ),
    },
    {
      key: 'status',
      title: t('status'),
      isPlain: true,
      cell: ({ status }) => <OperationBadge status={status} />,
    },
    {
      key: 'progress',
      title: t('progress'),
      isFigure: true,
      isPlain: true,
      cell: ({ progress: { done, failed, total } }) => t('progressOf', { done: done + failed, total }),
    },
    { key: 'owner', title: t('owner'), cell: ({ owner }) => <Author by={owner} /> },
    { key: 'begun', title: t('begun'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      key: 'finished',
      title: t('finished'),
      cell: ({ finished_at: at }) => (at === null ? '—' : <Moment at={at} />),
    },
  ];
}
