import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { webhooksList, type Webhook } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { usePagedList } from '../data/use-paged-list.ts';
import { BackLink } from '../parts/back-link.tsx';
import type { Column } from '../parts/data-table.tsx';
import { FilterForm, SetFilters, type FilterField } from '../parts/filter-form.tsx';
import { ListRows } from '../parts/list-rows.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Code, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { LastError } from './last-error.tsx';
import { webhookTexts } from './texts.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import './webhooks.css';

const filterNames = ['status', 'created_at'] as const;

/** The list of webhook endpoints, with their status. */
export default function WebhooksPage() {
  const t = useTexts(webhookTexts);
  const mayWrite = useMayWrite();
  const { view, list } = usePagedList(['webhooks'], filterNames, (client, query, options) =>
    webhooksList({ client, query, ...options }),
  );
  const fields = useFilters();
  const columns = useColumns();
  return (
    <Stack>
      <BackLink href="/settings">{t('settings')}</BackLink>
      <PageTitle title={t('title')}>
        {mayWrite && (
          <Button component={Link} href="/settings/webhooks/new">
            {t('newEndpoint')}
          </Button>
        )}
      </PageTitle>
      <Text>{t('more')}</Text>
      <Group>
        <SearchField view={view} placeholder={t('searchHint')} />
        <FilterForm view={view} fields={fields} />
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
        nameOf={({ url }) => url}
      />
    </Stack>
  );
}

function useFilters(): FilterField[] {
  const t = useTexts(webhookTexts);
  const statuses = ['active', 'paused', 'disabled'] as const;
  return [
    {
      name: 'status',
      label: t('status'),
      kind: 'choice',
      choices: statuses.map((status) => ({ value: status, label: t(status) })),
    },
    { name: 'created_at', label: t('createdOn'), kind: 'day' },
  ];
}

function useColumns(): Column<Webhook>[] {
  const t = useTexts(webhookTexts);
  return [
    {
      key: 'url',
      title: t('url'),
      isPlain: true,
      cell: ({ id, url, description }) => (
        <>
          <Anchor component={Link} href={`/settings/webhooks/${id}`}>
            <Code>{url}</Code>
          </Anchor>
          {description !== null && (
            <div>
              <Name>{description}</Name>
            </div>
          )}
        </>
      ),
    },
    {
      key: 'types',
      title: t('types'),
      cell: ({ types }) => (
        <ul className="types">
          {types.map((type) => (
            <li key={type}>
              <Code>{type}</Code>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'status',
      title: t('status'),
      isPlain: true,
      cell: ({ status }) => <WebhookBadge status={status} />,
    },
    { key: 'error', title: t('failsWith'), cell: ({ id }) => <LastError webhook={id} /> },
  ];
}
