import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { adminWebhookDeliveriesList, type WebhookDelivery } from '#clients/typescript/src/main.ts';
import { statusFilter, usePagedList } from '../data/use-paged-list.ts';
import type { Column } from '../parts/data-table.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Section } from '../parts/section.tsx';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { Code, Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { deliveryTexts } from './texts.ts';
import { DeliveryBadge } from './webhook-badge.tsx';

const statuses = ['pending', 'delivered', 'failed'] as const;
/** Deliveries publish no events, so the page has to poll. */
const refreshEveryMs = 3_000;

export function Deliveries({ webhook }: { webhook: number }) {
  const t = useTexts(deliveryTexts);
  const paged = usePagedList(
    ['webhook-deliveries', webhook],
    useFilters(),
    (request) => adminWebhookDeliveriesList({ ...request, path: { webhook } }),
    { refreshEveryMs },
  );
  const tabs = [{ value: '', label: t('all') }, ...statuses.map((value) => ({ value, label: t(value) }))];
  return (
    <Section title={t('title')}>
      <ListPage
        {...paged}
        tabs={<StatusTabs {...statusFilter(paged.view)} label={t('views')} tabs={tabs} />}
        columns={useColumns(webhook)}
        caption={t('title')}
        empty={t('none')}
      />
    </Section>
  );
}

function useFilters(): FilterField[] {
  const t = useTexts(deliveryTexts);
  return [
    {
      name: 'status',
      label: t('status'),
      kind: 'choice',
      choices: statuses.map((status) => ({ value: status, label: t(status) })),
    },
    { name: 'type', label: t('type'), kind: 'text' },
    { name: 'subject', label: t('subject'), kind: 'text' },
    { name: 'created_at', label: t('onDay'), kind: 'day' },
  ];
}

function useColumns(webhook: number): Column<WebhookDelivery>[] {
  const t = useTexts(deliveryTexts);
  return [
    {
      key: 'type',
      title: t('type'),
      isPlain: true,
      cell: ({ id, type }) => (
        <Anchor component={Link} href={`/settings/webhooks/${webhook}/deliveries/${id}`}>
          <Code>{type}</Code>
        </Anchor>
      ),
    },
    { key: 'subject', title: t('subject'), cell: ({ subject }) => <Code>{subject}</Code> },
    {
      key: 'status',
      title: t('status'),
      isPlain: true,
      cell: ({ status }) => <DeliveryBadge status={status} />,
    },
    { key: 'tries', title: t('tries'), isFigure: true, cell: ({ attempts }) => attempts.length },
    {
      key: 'error',
      title: t('error'),
      cell: ({ attempts }) => {
        const error = attempts.at(-1)?.error ?? null;
        return error === null ? '—' : <bdi className="answer">{error}</bdi>;
      },
    },
    {
      key: 'next',
      title: t('next'),
      cell: ({ next_attempt_at: at }) => (at === null ? '—' : <Moment at={at} />),
    },
    { key: 'created', title: t('created'), cell: ({ created_at: at }) => <Moment at={at} /> },
  ];
}
