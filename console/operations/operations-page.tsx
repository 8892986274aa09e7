import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { adminOperationsList } from '#clients/typescript/src/main.ts';
import { operationAddress } from '../data/operation-address.ts';
import type { OperationRecord } from '../data/use-operation.ts';
import { parts, useHealth } from '../data/use-health.ts';
import { statusFilter, usePagedList } from '../data/use-paged-list.ts';
import type { Column } from '../parts/data-table.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { operationTexts } from '../parts/operation-texts.ts';
import { operationTypes, useOperationTitle, useOperationType } from '../parts/operation-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { Section } from '../parts/section.tsx';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { Owner } from './owner.tsx';
import { healthTexts, operationsTexts } from './texts.ts';
import './operations.css';

const refreshEveryMs = 3_000;

export default function OperationsPage() {
  const t = useTexts(operationsTexts);
  const paged = usePagedList(
    ['operations'],
    useFilters(),
    (client, query, options) => adminOperationsList({ client, query, ...options }),
    { refreshEveryMs },
  );
  const sorts = [
    { value: '-created_at', label: t('newestFirst') },
    { value: 'created_at', label: t('oldestFirst') },
  ];
  return (
    <Stack>
      <PageTitle title={t('operations')} />
      <HealthCard />
      <StatusTabs
        {...statusFilter(paged.view)}
        label={t('views')}
        tabs={tabs.map(({ key, statuses: value }) => ({ value, label: t(key) }))}
      />
      <ListPage
        {...paged}
        sorts={sorts}
        columns={useColumns()}
        caption={t('operations')}
        empty={t('none')}
        nameOf={({ type }) => type}
      />
    </Stack>
  );
}

function HealthCard() {
  const t = useTexts(healthTexts);
  const health = useHealth();
  if (health === undefined) return null;
  const { isServing, down } = health;
  // The frame already reports a store that serves nothing.
  if (!isServing && down.length === 0) return null;
  if (down.length === 0)
    return (
      <Text c="dimmed" size="sm">
        <span aria-hidden>✓</span> {t('allWork')}
      </Text>
    );
  return (
    <Section title={t('title')} gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} component="ul" className="plain-list">
        {parts.map((part) => {
          const isDown = down.includes(part);
          return (
            <li key={part} className="part" data-down={isDown}>
              <Text fw={600}>{t(part)}</Text>
              <Text size="sm">{isDown ? t('isDown') : t('works')}</Text>
              {isDown && <Text size="sm">{t(`${part}Down`)}</Text>}
            </li>
          );
        })}
      </SimpleGrid>
    </Section>
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
    { key: 'owner', title: t('owner'), cell: ({ owner }) => <Owner owner={owner} /> },
    { key: 'begun', title: t('begun'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      key: 'finished',
      title: t('finished'),
      cell: ({ finished_at: at }) => (at === null ? '—' : <Moment at={at} />),
    },
  ];
}
