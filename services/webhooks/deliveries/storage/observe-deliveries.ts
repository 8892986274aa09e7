import { webhookStatuses } from '#shared/contracts/endpoints/webhook-schema.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import {
  webhookAttempts,
  webhookEndpoints,
  webhookOverdue,
  webhookWaiting,
} from '#shared/platform/telemetry/metrics.ts';
import { observe } from '#shared/platform/telemetry/observe.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import type { Delivery, Webhook } from '../../records/tables.ts';
import type { WebhooksModels } from '../../records/storage/models.ts';

const patienceMs = 2000;

export function observeDeliveries(models: Pick<WebhooksModels, 'webhooks' | 'deliveries'>): void {
  for (const outcome of ['delivered', 'failed']) webhookAttempts.add(0, { 'webhook.outcome': outcome });
  const deliveries = driverCollection<Delivery>(models.deliveries);
  const ask = async () => {
    const webhooks = await driverCollection<Webhook>(models.webhooks)
      .find({}, { projection: { status: 1 }, maxTimeMS: patienceMs })
      .toArray();
    const active = webhooks.filter(({ status }) => status === 'active').map(({ _id }) => _id);
    const waiting = { webhook_id: { $in: active }, status: 'pending' as const };
    const count = await deliveries.countDocuments(waiting, { maxTimeMS: patienceMs });
    const first = await deliveries.findOne(waiting, {
      projection: { next_attempt_at: 1 },
      sort: { next_attempt_at: 1 },
      maxTimeMS: patienceMs,
    });
    return { webhooks, count, due: first?.next_attempt_at ?? null };
  };
  observe([webhookEndpoints, webhookWaiting, webhookOverdue], ask, (result, { webhooks, count, due }) => {
    for (const status of webhookStatuses) {
      const those = webhooks.filter((webhook) => webhook.status === status).length;
      result.observe(webhookEndpoints, those, { 'webhook.status': status });
    }
    result.observe(webhookWaiting, count);
    result.observe(
      webhookOverdue,
      due === null ? 0 : Math.max(storeNow().getTime() - Date.parse(due), 0) / 1000,
    );
  });
}
