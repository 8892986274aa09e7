import type { ExportFormat } from '../../contracts/kit/exports.ts';
import { createLocalMoments } from './local-moments.ts';

/** `orders.list` → `orders` */
export function listName(endpoint: string): string {
  return endpoint.replace(/\.list$/, '');
}

/** Such as `orders-2026-01-31-1230.csv`, with the time in the shop's time zone. */
export function exportFileName(
  what: string,
  { format, timeZone, at }: { format: ExportFormat; timeZone: string; at: Date },
): string {
  const { wallMs } = createLocalMoments(timeZone)(at.getTime());
  const [day = '', time = ''] = new Date(wallMs).toISOString().split('T');
  return `${what}-${day}-${time.slice(0, 5).replace(':', '')}.${format}`;
}
