import type { Express } from 'express';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';

export interface GatewayHealth {
  /** Whether the process still serves, but is about to leave. */
  isStopping: () => boolean;
  /** Whether each part can be reached now, and does its part. */
  parts: () => Promise<Record<Part, boolean>>;
}

/** Without workers a service's writes are accepted and wait; without room on its database's disk they are refused. */
type Part = 'broker' | 'redis' | ServiceName | `${ServiceName}_${'workers' | 'disk'}`;

/** `/health/live` while the process runs; `/health/ready` while reads or writes can be served, by a process that stays. */
export function mountHealth(app: Express, health: GatewayHealth): void {
  app.get(
    '/health/live',
    (_request, response) => void response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' }),
  );
  app.get('/health/ready', async (_request, response) => {
    const parts = await health.parts();
    const down = Object.entries(parts).flatMap(([name, isUp]) => (isUp ? [] : [name]));
    const canServe = !health.isStopping() && (parts.broker || parts.catalog || parts.orders);
    const status = !canServe ? 'unavailable' : down.length === 0 ? 'ok' : 'degraded';
    response
      .setHeader('Cache-Control', 'no-store')
      .status(canServe ? 200 : 503)
      .json({ status, down, parts });
  });
}
