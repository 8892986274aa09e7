import { serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import type { DiskSpace } from '#shared/http/mount-disk-space.ts';
import type { ServiceClient } from '../reads/service-client.ts';

/** Whether the disk of each service's database has room, as last reported. */
export interface DiskWatch {
  hasRoom: (service: ServiceName) => boolean;
  /** Refuses with `unavailable` a write to a service whose database would soon have no room for it. */
  refuseWithoutRoom: (service: ServiceName) => void;
  close: () => void;
}

/** The store takes many times this long to fill the space that is kept free by default. */
const lookMs = 5000;

/** Asks each service for its free space. Without an answer its last state stays: other checks detect an unavailable service. */
export function startDiskWatch(services: Pick<ServiceClient, 'ask'>, keptFreeBytes: number): DiskWatch {
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
    hasRoom: (service) => !withoutRoom.has(service),
    refuseWithoutRoom: (service) => {
      if (withoutRoom.has(service)) throw diskFull(service);
    },
    close: () => clearInterval(timer),
  };
}

function diskFull(service: ServiceName): Problem {
  return new Problem('unavailable', {
    detail: `The disk of the ${service} service’s database is almost full. Nothing was accepted; try again when there is room.`,
    extra: { part: `${service}_disk` },
    headers: { 'Retry-After': '30' },
  });
}
