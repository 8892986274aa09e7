import { runServiceApi } from '#shared/engine/service/run-api.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { createWebhooksReads } from './reads.ts';
import { webhooks } from './service.ts';

const onlyWorkers = () => {
  throw new Error('Only a worker makes secrets and reads positions');
};

runServiceApi(webhooks, ({ settings, models, units, log }) => ({
  own: { newSecret: onlyWorkers, eventsKeptMs: 0, lastPositions: onlyWorkers },
  reads: createWebhooksReads(models, units, log),
  gateway: pairSecret('GATEWAY_WEBHOOKS_SECRET', settings),
}));
