import type { Tracked } from '#shared/decide/ledger.ts';
import type { WebhooksTables } from './tables.ts';

/** Endpoints alone: neither their secrets nor their deliveries are told. */
export const trackedByWebhooks = {
  webhooks: { without: new Set(['activated_at']) },
} satisfies Tracked<WebhooksTables>;
