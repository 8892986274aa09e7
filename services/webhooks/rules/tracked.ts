import type { Tracked } from '#shared/decide/ledger.ts';
import type { WebhooksTables } from './tables.ts';

/** The ledger records only changes of endpoints, not of their secrets or deliveries. */
export const trackedByWebhooks = {
  webhooks: { without: new Set(['activated_at']) },
} satisfies Tracked<WebhooksTables>;
