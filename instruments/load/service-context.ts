import type { Database } from '#shared/platform/mongo/connect.ts';
import { createLog } from '#shared/platform/process/log.ts';
import type { ServiceContext, Shape } from '#shared/engine/service/define-service.ts';

const units = { currency: 'USD', currencyDecimals: 2, timeZone: 'UTC' };

/**
 * The context in which a benchmark opens a service's store while the service's own processes run. It has no
 * settings.
 */
export function contextOf<S extends Shape>(
  database: Database,
  models: ServiceContext<S>['models'],
  own: S['own'],
): ServiceContext<S> {
  const log = createLog('bench', 'silent');
  return { settings: {} as ServiceContext<S>['settings'], units, database, models, own, log };
}
