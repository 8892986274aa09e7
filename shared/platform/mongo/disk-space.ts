import { recentAnswer } from '../process/recent-answer.ts';
import { diskFree, diskTotal } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';
import { driverDatabase, type Database } from './connect.ts';

/** In bytes. */
interface Room {
  free: number;
  total: number;
}

const goodForMs = 2000;

/** Queries the primary's disk space at most every two seconds, for all callers together. Also reports it as metrics. */
export function createDiskSpace(database: Database): () => Promise<Room> {
  const recent = recentAnswer(() => diskSpace(database));
  const space = () => recent(goodForMs);
  observe([diskFree, diskTotal], space, (result, { free, total }) => {
    result.observe(diskFree, free);
    result.observe(diskTotal, total);
  });
  return space;
}

async function diskSpace(database: Database): Promise<Room> {
  const stats = await driverDatabase(database).command({ dbStats: 1, maxTimeMS: 2000 });
  const { fsUsedSize: used, fsTotalSize: total } = stats as { fsUsedSize: number; fsTotalSize: number };
  return { free: total - used, total };
}
