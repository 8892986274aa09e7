import { catalogContract } from './endpoints/catalog-service.ts';
import { ordersContract } from './endpoints/orders-service.ts';
import { webhookEvents } from './endpoints/webhook-schema.ts';

export const events = {
  ...catalogContract.events,
  ...ordersContract.events,
  // Imported without the contract of the webhooks service, because that contract itself imports this list.
  ...webhookEvents,
};
