import type { Express } from 'express';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';

export interface GatewayHealth {
  /** Whether the process still serves, but is shutting down. */
  isStopping: () => boolean;
  /** Whether each part is reachable and works. */
  parts: () => Promise<Record<Part, boolean>>;
}

/** Without workers, a service accepts writes and queues them; without free disk space for its database, it refuses them. */
type Part = 'broker' | 'redis' | ServiceName | `${ServiceName}_${'workers' | 'disk'}`;

/** `/health/live` succeeds while the process runs; `/health/ready` while it can serve reads or writes and isn't stopping. */
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
