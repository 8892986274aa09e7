import type { Express } from 'express';

export interface GatewayHealth {
  /** Whether each part can be reached now. */
  parts: () => Promise<{ broker: boolean; redis: boolean; catalog: boolean; orders: boolean }>;
}

/** `/health/live` while the process runs; `/health/ready` while reads or writes can be served. */
export function mountHealth(app: Express, health: GatewayHealth): void {
  app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/health/ready', async (_request, response) => {
    const parts = await health.parts();
    const down = Object.entries(parts).flatMap(([name, isUp]) => (isUp ? [] : [name]));
    const canServe = parts.broker || parts.catalog || parts.orders;
    const status = down.length === 0 ? 'ok' : canServe ? 'degraded' : 'unavailable';
    response.status(canServe ? 200 : 503).json({ status, down, parts });
  });
}
