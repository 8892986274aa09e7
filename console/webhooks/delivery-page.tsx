import { Button, Card, Stack, Text } from '@mantine/core';
import { useParams } from 'wouter';
import {
  adminWebhookDeliveriesRead,
  adminWebhookDeliveriesRedeliver,
  NotFound,
  type WebhookDelivery,
} from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { useWrite } from '../data/use-write.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { Facts } from '../parts/facts.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { Code, Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { deliveryTexts } from './texts.ts';
import { DeliveryBadge } from './webhook-badge.tsx';
import './webhooks.css';

const refreshEveryMs = 2_000;

interface Place {
  webhook: number;
  delivery: number;
}

export default function DeliveryPage() {
  const t = useTexts(deliveryTexts);
  const { webhook: endpoint = '', delivery: id = '' } = useParams();
  const place = { webhook: Number(endpoint), delivery: Number(id) };
  const read = useRecord(
    ['webhook-deliveries', place.webhook, place.delivery],
    (options) => adminWebhookDeliveriesRead({ ...options, path: place }),
    { refreshEveryMs },
  );
  const back = `/settings/webhooks/${place.webhook}`;
  const { record } = read;
  if (read.problem instanceof NotFound) return <UnknownDelivery back={back} />;
  return (
    <Stack>
      {record === undefined && (
        <PageTitle title={t('title')} back={{ href: back, label: t('backToEndpoint') }} />
      )}
      <LoadState of={read} label={t('title')} />
      {record !== undefined && <KnownDelivery place={place} delivery={record} back={back} />}
    </Stack>
  );
}

interface KnownDeliveryProps {
  place: Place;
  delivery: WebhookDelivery;
  back: string;
}

function KnownDelivery({ place, delivery, back }: KnownDeliveryProps) {
  const t = useTexts(deliveryTexts);
  const mayWrite = useMayWrite();
  const { id, status, type, subject, event_id: event, created_at: created } = delivery;
  const { next_attempt_at: next } = delivery;
  return (
    <>
      <PageTitle
        title={t('delivery', { id: String(id) })}
        back={{ href: back, label: t('backToEndpoint') }}
      />
      {mayWrite && <Redeliver place={place} />}
      <Card withBorder>
        <Facts
          facts={[
            [t('status'), <DeliveryBadge status={status} />],
            [t('type'), <Code>{type}</Code>],
            [t('subject'), <Code>{subject}</Code>],
            [t('eventId'), <Code>{event}</Code>],
            [t('created'), <Moment at={created} style="second" />],
            [t('next'), next === null ? t('noneMore') : <Moment at={next} style="second" />],
          ]}
        />
      </Card>
      <Attempts delivery={delivery} />
    </>
  );
}

function Redeliver({ place }: { place: Place }) {
  const t = useTexts(deliveryTexts);
  const redeliver = useWrite(
    (path: Place, options) => adminWebhookDeliveriesRedeliver({ ...options, path }),
    { touches: [['webhook-deliveries', place.webhook]], failedUnseen: useUnseenFailure(t('redeliver')) },
  );
  return (
    <Stack gap="xs" align="flex-start">
      <Button onClick={() => void redeliver.run(place)} loading={redeliver.isPending}>
        {t('redeliver')}
      </Button>
      <Text role="status">{redeliver.step === 'done' && t('redelivered')}</Text>
      <ProblemAlert problem={redeliver.problem} />
    </Stack>
  );
}

function Attempts({ delivery: { attempts } }: { delivery: WebhookDelivery }) {
  const t = useTexts(deliveryTexts);
  const columns = useColumns();
  return (
    <Section title={t('tries')}>
      {attempts.length === 0 ? (
        <Text>{t('noTries')}</Text>
      ) : (
        <DataTable caption={t('tries')} columns={columns} rows={attempts} idOf={({ at }) => at} />
      )}
    </Section>
  );
}

function useColumns(): Column<WebhookDelivery['attempts'][number]>[] {
  const t = useTexts(deliveryTexts);
  return [
    { key: 'at', title: t('at'), cell: ({ at }) => <Moment at={at} style="second" /> },
    { key: 'status', title: t('answered'), isFigure: true, cell: ({ status }) => status ?? '—' },
    { key: 'ms', title: t('took'), isFigure: true, cell: ({ ms }) => t('ms', { ms }) },
    {
      key: 'error',
      title: t('error'),
      cell: ({ error }) => (error === null ? '—' : <bdi className="answer">{error}</bdi>),
    },
    {
      key: 'answer',
      title: t('answer'),
      cell: ({ answer }) => (answer === null || answer === '' ? '—' : <bdi className="answer">{answer}</bdi>),
    },
  ];
}

function UnknownDelivery({ back }: { back: string }) {
  const t = useTexts(deliveryTexts);
  return <MissingPage title={t('gone')} href={back} back={t('backToEndpoint')} />;
}
