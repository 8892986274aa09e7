import { catalogContract } from './endpoints/catalog-service.ts';
import { ordersContract } from './endpoints/orders-service.ts';
import { webhookEvents } from './endpoints/webhook-schema.ts';

/** Every published event, by its type. */
export const events = {
  ...catalogContract.events,
  ...ordersContract.events,
  // Imported without the contract of the webhooks service, because that contract itself imports this list.
  ...webhookEvents,
};
