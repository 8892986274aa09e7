import type { WebhooksRequests } from '#shared/contracts/endpoints/webhooks-service.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
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
