import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { detail, Problem, retryLater } from '#shared/contracts/errors.ts';
import { areWritten } from '#shared/platform/process/key-checks.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { pacedLoop } from '#shared/platform/process/paced-loop.ts';
import {
  refuseOther,
  type StoreIdentity,
  type WrittenIdentity,
} from '#shared/platform/process/store-identity.ts';
import { withTimeout } from '#shared/platform/process/with-timeout.ts';
import type { ServiceClient } from '../reads/service-client.ts';

/** Compares the currency, time zone and keys stored by each service with those of this gateway. */
export interface IdentityWatch {
  compared: Promise<unknown>;
  isCompared: (service: ServiceName) => boolean;
  /**
   * Throws `unavailable` until the keys were compared. If the keys differed, a retry would get another command id, and its write
   * would run twice.
   */
  refuseUncompared: (service: ServiceName) => Promise<void>;
  close: () => void;
}

const untilAnsweredMs = 1000;
const longestWaitMs = 2000;

/**
 * Compares repeatedly, because a restore may change the stored identity. Calls `refuse` if the identity, a key or a secret
 * differs.
 */
export function watchIdentity(
  services: Pick<ServiceClient, 'ask'>,
  own: StoreIdentity,
  { refuse, againMs = 10_000 }: { refuse: (error: PlainError) => void; againMs?: number },
): IdentityWatch {
  const compared = new Set<ServiceName>();
  const underWay = new Map<ServiceName, Promise<void>>();

  const compareOnce = (service: ServiceName): Promise<void> =>
    underWay.getOrInsertComputed(service, () =>
      compare(service)
        .then(() => void compared.add(service))
        .catch((error: unknown) => {
          const reason = error instanceof Problem ? error.cause : error;
          if (reason instanceof PlainError) refuse(reason);
          throw error;
        })
        .finally(() => underWay.delete(service)),
    );

  const compare = async (service: ServiceName): Promise<void> => {
    const where = `the ${service} service`;
    const found = (await services.ask(service, 'GET', '/identity')) as WrittenIdentity;
    refuseOther(found, own, where);
    if (areWritten(found.keys ?? {}, own.keys ?? {})) return;
    // A gateway that one service rejects must store its keys at no service. So compare with all others first, if they respond.
    const others = serviceNames.filter((one) => one !== service);
    await Promise.all(others.map(refuseForeign));
    // Two new gateways may have different keys. Each stores its keys at the services in the same order. The first service then
    // rejects the slower gateway before this gateway has stored its keys anywhere.
    const earlier = serviceNames.slice(0, serviceNames.indexOf(service));
    await Promise.all(earlier.filter((one) => !compared.has(one)).map(compareOnce));
    refuseOther(
      (await services.ask(service, 'POST', '/identity/keys', own.keys)) as WrittenIdentity,
      own,
      where,
    );
  };

  const refuseForeign = async (service: ServiceName): Promise<void> => {
    const found = await services.ask(service, 'GET', '/identity').catch(() => null);
    if (found !== null) refuseOther(found as WrittenIdentity, own, `the ${service} service`);
  };

  const firsts = serviceNames.map(() => Promise.withResolvers<undefined>());
  const watches = serviceNames.map((service, index) =>
    pacedLoop({
      round: async () => {
        await compareOnce(service);
        firsts[index]?.resolve(undefined);
        return false;
      },
      idleMs: againMs,
      failed: () => untilAnsweredMs,
    }),
  );
  return {
    compared: Promise.all(firsts.map(({ promise }) => promise)),
    isCompared: (service) => compared.has(service),
    refuseUncompared: async (service) => {
      if (compared.has(service)) return;
      await withTimeout(compareOnce(service), longestWaitMs).catch(() => undefined);
      if (compared.has(service)) return;
      throw retryLater('unavailable', detail('keys_not_compared', { service }), { part: service }, 2);
    },
    close: () => {
      for (const watch of watches) void watch.close();
    },
  };
}
