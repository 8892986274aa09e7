import { webhookDeliveriesList, type WebhookDelivery } from '#clients/typescript/src/main.ts';
import { useRecord } from '../data/use-record.ts';
import { Moment } from '../parts/values.tsx';

const looksAt = 20;
const refreshEveryMs = 10_000;

/** The last error among an endpoint's oldest waiting deliveries. If the endpoint works, deliveries do not wait long. */
export function LastError({ webhook }: { webhook: number }) {
  const query = { 'filters[status]': 'pending', sort: 'id', paginate: 'cursor', per_page: looksAt } as const;
  const { record } = useRecord(
    ['webhook-deliveries', webhook, 'waiting'],
    (client, options) => webhookDeliveriesList({ client, path: { webhook }, query, ...options }),
    { refreshEveryMs },
  );
  const last = lastError(record?.data ?? []);
  if (last === undefined) return '—';
  return (
    <>
      <bdi className="answer">{last.error}</bdi> <Moment at={last.at} />
    </>
  );
}

/** The latest failed attempt among these deliveries. */
function lastError(deliveries: readonly WebhookDelivery[]): WebhookDelivery['attempts'][number] | undefined {
  return deliveries
    .flatMap(({ attempts }) => attempts.filter(({ error }) => error !== null))
    .reduce<WebhookDelivery['attempts'][number] | undefined>(
      (last, one) => (last === undefined || one.at > last.at ? one : last),
      undefined,
    );
}
