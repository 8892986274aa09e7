import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { refuseOther } from '#shared/process/store-identity.ts';
import type { StoreIdentity, WrittenIdentity } from '#shared/process/store-identity.ts';
import type { ServiceClient } from './service-client.ts';

const againAfterMs = 1000;

/**
 * Resolves when each service has said that its data means what this gateway takes amounts and days for, however long one is
 * away; one of an earlier release cannot say. Rejects with a PlainError when one means something else.
 */
export async function checkIdentity(services: Pick<ServiceClient, 'ask'>, own: StoreIdentity): Promise<void> {
  await Promise.all(serviceNames.map((service) => check(services, service, own)));
}

async function check(
  services: Pick<ServiceClient, 'ask'>,
  service: ServiceName,
  own: StoreIdentity,
): Promise<void> {
  for (;;) {
    const answer = await services.ask(service, 'GET', '/identity').catch(() => undefined);
    if (answer === null) return;
    if (answer !== undefined) {
      refuseOther(answer as WrittenIdentity, own, `the ${service} service`);
      return;
    }
    await sleep(againAfterMs, undefined, { ref: false });
  }
}
