import type { Express } from 'express';

/** The file system that a database has its data on, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Answers how much room a service's database has, for the gateways, which refuse writes before there is none. */
export function mountDiskSpace(app: Express, space: () => Promise<DiskSpace>): void {
  app.get('/disk', async (_request, response) => void response.json(await space()));
}
