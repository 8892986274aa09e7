import type { WebhooksRequests } from '#shared/contracts/endpoints/webhooks-service.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { oneRecord } from '#shared/engine/reads/read-answer.ts';
import { createReportUnreadable } from '#shared/engine/lists/unreadable-record.ts';
import type { ReadHandlers } from '#shared/engine/reads/service-app.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { filtersOn } from '#shared/engine/lists/filters.ts';
import type { Listed, ListSource } from '#shared/engine/lists/source.ts';
import type { Delivery, Webhook } from './records/tables.ts';
import { deliveryResource, webhookResource } from './endpoints/webhook-resource.ts';
import type { WebhooksModels } from './records/storage/models.ts';

type FiltersOf<List extends 'webhooks.list' | 'webhook-deliveries.list'> =
  WebhooksRequests[List]['query']['filters'];

export function webhooksLists(
  { webhooks, deliveries }: Pick<WebhooksModels, 'webhooks' | 'deliveries'>,
  locale: StoreLocale,
) {
  const ofWebhooks = filtersOn<Webhook>(locale);
  const ofDeliveries = filtersOn<Delivery>(locale);
  const webhookList: ListSource<Listed<Webhook>, FiltersOf<'webhooks.list'>> = {
    model: webhooks,
    filters: {
      status: ofWebhooks.equals('status'),
      created_at: ofWebhooks.date('created_at'),
      id: ofWebhooks.oneOf('_id'),
    },
    render: webhookResource,
  };
  const deliveryList: ListSource<Delivery, FiltersOf<'webhook-deliveries.list'>> = {
    model: deliveries,
    filters: {
      status: ofDeliveries.equals('status'),
      type: ofDeliveries.equals('type'),
      subject: ofDeliveries.equals('subject'),
      created_at: ofDeliveries.date('created_at'),
    },
    render: deliveryResource,
  };
  return { webhooks: webhookList, deliveries: deliveryList };
}

export function createWebhooksReads(
  models: WebhooksModels,
  locale: StoreLocale,
  log: Log,
): ReadHandlers<WebhooksRequests> {
  const findList = createFindList(createReportUnreadable(log));
  const lists = webhooksLists(models, locale);
  const readWebhook = createReadById<Webhook>(models.webhooks);
  const readDelivery = createReadById<Delivery>(models.deliveries);
  return {
    'webhooks.list': (request) => findList(lists.webhooks, request),
    'webhooks.read': async ({ params }) => oneRecord(await readWebhook(params.webhook), webhookResource),
    'webhook-deliveries.list': async (request) => {
      const { webhook } = request.params;
      if (!(await readWebhook(webhook))) throw new Problem('not_found');
      return findList(lists.deliveries, request, { webhook_id: webhook });
    },
    'webhook-deliveries.read': async ({ params }) => {
      const delivery = await readDelivery(params.delivery);
      return oneRecord(delivery?.webhook_id === params.webhook ? delivery : null, deliveryResource);
    },
  };
}
