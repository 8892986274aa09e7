import type { Express } from 'express';
import type { ServiceName } from '#shared/contracts/kit/define.ts';

export interface GatewayHealth {
  /** Whether the process is shutting down. It still responds to requests meanwhile. */
  isStopping: () => boolean;
  parts: () => Promise<Record<Part, boolean>>;
}

/**
 * The parts that the gateway depends on. Writes to a service without workers are still accepted and queued. Writes to a service
 * without free disk space are rejected.
 */
type Part = 'broker' | 'redis' | ServiceName | `${ServiceName}_${'workers' | 'disk'}`;

/** `/health/ready` succeeds while the process can serve reads or writes and isn't stopping. */
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
