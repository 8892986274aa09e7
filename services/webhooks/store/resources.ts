import { damagedBy } from '#shared/engine/decide/audit-finding.ts';
import { faultsBy, type Resources } from '#shared/engine/decide/resource.ts';
import type { Webhook, WebhooksRecords, WebhookState } from '../records/tables.ts';

const webhookFault = faultsBy<Webhook>({ version: 'integer', url: 'text', types: 'list', status: 'text' });

/** The ledger records only changes of endpoints, not of their secrets or deliveries. */
export const webhooksResources = {
  webhooks: {
    hasSequence: true,
    isMadeOnce: true,
    fault: webhookFault,
    tracked: { without: new Set(['activated_at']) },
    findings: damagedBy('webhooks', webhookFault),
  },
  states: {
    collection: 'webhook_states',
    hasInternalVersion: true,
    fault: faultsBy<WebhookState>({ secrets: 'list', places: 'object' }),
  },
  followed: { hasInternalVersion: true },
  deliveries: { hasSequence: true, hasInternalVersion: true },
  deliveryEvents: { collection: 'delivery_events', hasInternalVersion: true },
} satisfies Resources<WebhooksRecords>;
