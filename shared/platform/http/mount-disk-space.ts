import type { Express } from 'express';
import { driverDatabase, type Database } from '../mongo/connect.ts';
import { recentAnswer } from '../process/recent-answer.ts';
import { diskFree, diskTotal } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';

/** Bytes of the file system that holds a database's data. */
export interface DiskSpace {
  free: number;
  total: number;
}

const goodForMs = 2000;

/** Serves the free space, for metrics and for gateways, which reject writes before the disk is full. Asks at most every 2 s. */
export function mountDiskSpace(app: Express, database: Database): void {
  const recent = recentAnswer(() => diskSpace(database));
  const space = () => recent(goodForMs);
  observe([diskFree, diskTotal], space, (result, { free, total }) => {
    result.observe(diskFree, free);
    result.observe(diskTotal, total);
  });
  app.get('/disk', async (_request, response) => void response.json(await space()));
}

async function diskSpace(database: Database): Promise<DiskSpace> {
  const stats = await driverDatabase(database).command({ dbStats: 1, maxTimeMS: 2000 });
  const { fsUsedSize: used, fsTotalSize: total } = stats as { fsUsedSize: number; fsTotalSize: number };
  return { free: total - used, total };
}
