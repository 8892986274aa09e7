import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { detail, retryLater } from '#shared/contracts/errors.ts';
import type { DiskSpace } from '#shared/platform/http/mount-disk-space.ts';
import type { ServiceClient } from '../reads/service-client.ts';

export type DiskWatch = ReturnType<typeof startDiskWatch>;

/** The interval between two checks of the disk space, in ms. Filling the space that is kept free by default takes far longer. */
const lookMs = 5000;

/** If a service does not respond, its last known state stays, because other checks detect an unavailable service. */
export function startDiskWatch(services: Pick<ServiceClient, 'ask'>, keptFreeBytes: number) {
  const withoutRoom = new Set<ServiceName>();
  const look = async (service: ServiceName): Promise<void> => {
    const space = (await services.ask(service, 'GET', '/disk')) as DiskSpace;
    if (space.free < keptFreeBytes) withoutRoom.add(service);
    else withoutRoom.delete(service);
  };
  const lookAtAll = () => {
    for (const service of serviceNames) look(service).catch(() => undefined);
  };
  lookAtAll();
  const timer = setInterval(lookAtAll, lookMs).unref();
  return {
    hasRoom: (service: ServiceName): boolean => !withoutRoom.has(service),
    /** Throws `unavailable` for a write to a service whose database is nearly out of disk space. */
    refuseWithoutRoom: (service: ServiceName): void => {
      if (!withoutRoom.has(service)) return;
      throw retryLater('unavailable', detail('disk_full', { service }), { part: `${service}_disk` }, 30);
    },
    close: (): void => clearInterval(timer),
  };
}
