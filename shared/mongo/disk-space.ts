import type { Express } from 'express';
import { diskFree, diskTotal } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';
import { driverDatabase } from './connect.ts';
import type { Database } from './connect.ts';

/** The file system that the database's primary has its data on, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

const goodForMs = 2000;

/** Answers `/disk` for the gateways, which refuse writes before the disk is full, and tells the same as metrics. */
export function mountDiskSpace(app: Express, database: Database): void {
  let askedAt = -Infinity;
  let asked: Promise<DiskSpace> | undefined;
  // However many gateways ask.
  const space = (): Promise<DiskSpace> => {
    if (asked === undefined || performance.now() - askedAt > goodForMs) {
      askedAt = performance.now();
      asked = diskSpace(database);
    }
    return asked;
  };
  app.get('/disk', async (_request, response) => void response.json(await space()));
  observe([diskFree, diskTotal], space, (result, { free, total }) => {
    result.observe(diskFree, free);
    result.observe(diskTotal, total);
  });
}

async function diskSpace(database: Database): Promise<DiskSpace> {
  const stats = await driverDatabase(database).command({ dbStats: 1, maxTimeMS: 2000 });
  const { fsUsedSize: used, fsTotalSize: total } = stats as { fsUsedSize: number; fsTotalSize: number };
  return { free: total - used, total };
}
