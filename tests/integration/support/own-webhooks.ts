import { webhooks, type Webhooks } from '#services/webhooks/service.ts';
import { openOwnService, type OwnService } from './own-service.ts';

export type OwnWebhooks = OwnService<Webhooks>;

/** An empty database with the indexes of the webhooks service. */
export function openWebhooks(): Promise<OwnWebhooks> {
  return openOwnService(
    webhooks,
    {
      newSecret: () => ({ secret: '', sealed: '' }),
      eventsKeptMs: 3_600_000,
      lastPositions: () => Promise.resolve({}),
    },
    { WEBHOOK_ALLOW_HOSTS: [] },
  );
}
