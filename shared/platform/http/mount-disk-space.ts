import type { Express } from 'express';

/** Bytes of the file system that holds a database's data. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Serves the disk space of a service's database to the gateways. They reject writes before the disk is full. */
export function mountDiskSpace(app: Express, space: () => Promise<DiskSpace>): void {
  app.get('/disk', async (_request, response) => void response.json(await space()));
}
