import type { Express } from 'express';

/** The file system of a database's data, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Serves the free disk space of a service's database to the gateways, which reject writes before the disk is full. */
export function mountDiskSpace(app: Express, space: () => Promise<DiskSpace>): void {
  app.get('/disk', async (_request, response) => void response.json(await space()));
}
