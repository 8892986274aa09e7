import { Anchor, Group, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { operationsList } from '#clients/typescript/src/main.ts';
import { operationAddress } from '../data/operation-address.ts';
import type { OperationRecord } from '../data/operation-record.ts';
import { usePagedList } from '../data/use-paged-list.ts';
import type { Column } from '../parts/data-table.tsx';
import { FilterForm, SetFilters, type FilterField } from '../parts/filter-form.tsx';
import { ListRows } from '../parts/list-rows.tsx';
import { listTexts } from '../parts/list-texts.ts';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { operationTexts } from '../parts/operation-texts.ts';
import { operationType, operationTypes } from '../parts/operation-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { SortChoice } from '../parts/sort-choice.tsx';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { HealthCard } from './health-card.tsx';
import { Owner } from './owner.tsx';
import { operationsTexts } from './texts.ts';

const filterNames = ['status', 'type', 'owner', 'created_at'] as const;
const refreshEveryMs = 3_000;
const pageTexts = { ...operationsTexts, ...listTexts };

/** The list of all operations: queued, finished and parked. The page also shows the health of the store's parts. */
export default function OperationsPage() {
  const t = useTexts(pageTexts);
  const { view, list } = usePagedList(
    ['operations'],
    filterNames,
    (client, query, options) => operationsList({ client, query, ...options }),
    { refreshEveryMs },
  );
  const fields = useFilters();
  const columns = useColumns();
  const sorts = [
    { value: '-created_at', label: t('newestFirst') },
    { value: 'created_at', label: t('oldestFirst') },
  ];
  return (
    <Stack>
      <PageTitle title={t('title')} />
      <HealthCard />
      <StatusTabs
        view={view}
        label={t('views')}
        tabs={tabs.map(({ key, statuses: value }) => ({ value, label: t(key) }))}
      />
      <Group>
        <FilterForm view={view} fields={fields} />
        <SortChoice view={view} choices={sorts} />
      </Group>
      <SetFilters view={view} fields={fields} />
      <ListRows
        list={list}
        view={view}
        fields={fields}
        columns={columns}
        caption={t('title')}
        empty={t('none')}
        idOf={({ id }) => id}
        nameOf={({ type }) => type}
      />
    </Stack>
  );
}

const tabs = [
  { key: 'all', statuses: null },
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
  const several = tabs.flatMap(({ key, statuses: value }) =>
    value === null || value === 'parked' ? [] : [{ value, label: t(key) }],
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
      choices: operationTypes.map((type) => ({ value: type, label: operationType(type, word) })),
    },
    { name: 'owner', label: t('ownerHint'), kind: 'text' },
    { name: 'created_at', label: t('onDay'), kind: 'day' },
  ];
}

function useColumns(): Column<OperationRecord>[] {
  const t = useTexts(operationsTexts);
  const word = useTexts(operationTexts);
  return [
    {
      key: 'what',
      title: t('what'),
      isPlain: true,
      cell: ({ id, type }) => (
        <Anchor component={Link} href={operationAddress(id)}>
          {operationType(type, word)}
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
    { key: 'owner', title: t('owner'), cell: ({ owner }) => <Owner owner={owner} /> },
    { key: 'begun', title: t('begun'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      key: 'finished',
      title: t('finished'),
      cell: ({ finished_at: at }) => (at === null ? '—' : <Moment at={at} />),
    },
  ];
}
