import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import {
  adminWebhookDeliveriesList,
  adminWebhooksList,
  type Webhook,
  type WebhookDelivery,
} from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { usePagedList } from '../data/use-paged-list.ts';
import { useRecord } from '../data/use-record.ts';
import type { Column } from '../parts/data-table.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { Code, Moment, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { webhookTexts } from './texts.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import './webhooks.css';

export default function WebhooksPage() {
  const t = useTexts(webhookTexts);
  const mayWrite = useMayWrite();
  const paged = usePagedList(['webhooks'], useFilters(), adminWebhooksList);
  return (
    <Stack>
      <PageTitle title={t('webhooks')} back={{ href: '/settings', label: t('settings') }}>
        {mayWrite && (
          <Button component={Link} href="/settings/webhooks/new">
            {t('newEndpoint')}
          </Button>
        )}
      </PageTitle>
      <Text>{t('more')}</Text>
      <ListPage
        {...paged}
        searchHint={t('searchHint')}
        columns={useColumns()}
        caption={t('webhooks')}
        empty={t('none')}
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
        <ul className="plain-list">
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

const looksAt = 20;

/**
 * The last error of an endpoint, from its oldest waiting deliveries. Deliveries to a working endpoint do not wait long. No event
 * reports a failed attempt, so this component polls, at the pace of a page with live events.
 */
function LastError({ webhook }: { webhook: number }) {
  const t = useTexts(webhookTexts);
  const query = { 'filters[status]': 'pending', sort: 'id', paginate: 'cursor', per_page: looksAt } as const;
  const { record, problem } = useRecord(
    ['webhook-deliveries', webhook, 'waiting'],
    (options) => adminWebhookDeliveriesList({ ...options, path: { webhook }, query }),
    { isPolled: true },
  );
  const last = lastError(record?.data ?? []);
  if (last === undefined) return problem === undefined ? '—' : t('notLoaded');
  return (
    <>
      <bdi className="answer">{last.error}</bdi> <Moment at={last.at} />
    </>
  );
}

function lastError(deliveries: readonly WebhookDelivery[]): WebhookDelivery['attempts'][number] | undefined {
  return deliveries
    .flatMap(({ attempts }) => attempts.filter(({ error }) => error !== null))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1);
}
