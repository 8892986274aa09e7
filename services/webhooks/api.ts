import { runServiceApi } from '#shared/engine/service/run-api.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { createWebhooksReads } from './reads.ts';
import { webhooks } from './service.ts';

// The API never executes commands. It only checks requests with invalid fields, which needs neither a secret nor log positions.
const own = {
  newSecret: () => {
    throw new Error('Only a worker creates secrets');
  },
  eventsKeptMs: 0,
  lastPositions: () => Promise.resolve({}),
};

runServiceApi(webhooks, ({ settings, models, units, log }) => ({
  own,
  reads: createWebhooksReads(models, units, log),
  gateway: pairSecret('GATEWAY_WEBHOOKS_SECRET', settings),
}));
