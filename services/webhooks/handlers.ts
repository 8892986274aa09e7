import type { WebhooksCommands } from '#shared/contracts/endpoints/webhooks-service.ts';
import type { Handlers } from '#shared/engine/decide/handler.ts';
import { deliveryHandlers } from './deliveries/delivery.ts';
import type { WebhooksNeeds, WebhooksTables } from './records/tables.ts';
import { webhookHandlers, type WebhookRules } from './endpoints/webhook.ts';

export function webhooksHandlers(
  rules: WebhookRules,
): Handlers<WebhooksTables, WebhooksNeeds, WebhooksCommands> {
  return { ...webhookHandlers(rules), ...deliveryHandlers() };
}
