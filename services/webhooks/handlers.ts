import type { WebhooksCommands } from '#shared/contracts/endpoints/webhooks-service.ts';
import type { Handlers } from '#shared/decide/handler.ts';
import { deliveryHandlers } from './rules/delivery.ts';
import type { WebhooksNeeds, WebhooksTables } from './rules/tables.ts';
import { webhookHandlers, type WebhookRules } from './rules/webhook.ts';

export function webhooksHandlers(
  rules: WebhookRules,
): Handlers<WebhooksTables, WebhooksNeeds, WebhooksCommands> {
  return { ...webhookHandlers(rules), ...deliveryHandlers() };
}
