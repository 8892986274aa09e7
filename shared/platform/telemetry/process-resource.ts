import { randomUUID } from 'node:crypto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { givenSetting } from '../settings/own-settings.ts';

/** `services/orders/worker.ts` is `orders-worker`; the gateway's `main.ts` is `gateway`. */
function nameOfEntryPoint(path: string | undefined): string {
  const [, service, role] = /services\/([a-z]+)\/([a-z]+)\.ts$/.exec(path?.replaceAll('\\', '/') ?? '') ?? [];
  if (service === undefined || role === undefined) return 'storefront';
  return role === 'main' ? service : `${service}-${role}`;
}

export const processResource = resourceFromAttributes({
  'service.namespace': 'storefront',
  'service.name': givenSetting('OTEL_SERVICE_NAME') ?? nameOfEntryPoint(process.argv[1]),
  'service.instance.id': randomUUID(),
});
