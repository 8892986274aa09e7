import { randomBytes } from 'node:crypto';
import { runServiceWorker } from '#shared/engine/service/run-worker.ts';
import { keyCheck } from '#shared/platform/process/key-checks.ts';
import { deriveKey, seal } from '#shared/platform/process/sealed-text.ts';
import { pauseRestored } from './deliveries/storage/pause-restored.ts';
import { secretBytes, secretFrom } from './sending/signature.ts';
import { webhooks, webhooksIn } from './service.ts';
import { startDeliveries } from './start-deliveries.ts';

runServiceWorker(
  webhooks,
  async ({ settings, database, models, bells, log }) => {
    const paused = await pauseRestored(database, models);
    if (paused.length > 0)
      log.warn({ endpoints: paused }, 'the data was restored: webhook endpoints are paused');
    const key = deriveKey(settings.WEBHOOK_SECRETS_KEY, 'webhook secrets');
    const eventsKeptMs = settings.EVENT_RETENTION_DAYS * 86_400_000;
    const { touched, lastPositions, close } = startDeliveries({
      settings,
      eventsKeptMs,
      database,
      models,
      key,
      bells,
      log,
    });
    const newSecret = () => {
      const secret = secretFrom(randomBytes(secretBytes));
      return { secret, sealed: seal(key, secret) };
    };
    return {
      own: { newSecret, eventsKeptMs, lastPositions },
      committed: (writes) => {
        const changed = webhooksIn(writes);
        if (changed.length > 0) touched(changed);
      },
      closers: [close],
    };
  },
  ({ WEBHOOK_SECRETS_KEY: key }) => ({ WEBHOOK_SECRETS_KEY: keyCheck('WEBHOOK_SECRETS_KEY', key) }),
);
