import type { Tracked } from '#shared/decide/ledger.ts';
import type { WebhooksTables } from './tables.ts';

/** The ledger records only endpoints. It records neither their secrets nor their deliveries. */
export const trackedByWebhooks = {
  webhooks: { without: new Set(['activated_at']) },
} satisfies Tracked<WebhooksTables>;
