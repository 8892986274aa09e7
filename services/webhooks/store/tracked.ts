import type { Tracked } from '#shared/engine/decide/ledger.ts';
import type { WebhooksTables } from '../records/tables.ts';

/** The ledger records only changes of endpoints, not of their secrets or deliveries. */
export const trackedByWebhooks = {
  webhooks: { without: new Set(['activated_at']) },
} satisfies Tracked<WebhooksTables>;
