import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import { engineModels, type EngineModels } from '#shared/engine/commands/engine-models.ts';
import { createBatchRunner, type RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { Service, ServiceContext, Shape } from '#shared/engine/service/define-service.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { openPrepared, quiet, type OwnDatabase } from './own-servers.ts';

const units: StoreUnits = { currency: 'USD', currencyDecimals: 2, timeZone: 'UTC' };

/** A service with an empty database that has all indexes. Its worker and api do not run. */
export interface OwnService<S extends Shape> extends OwnDatabase, Pick<ServiceContext<S>, 'models'> {
  store: (
    own?: S['own'],
    more?: Parameters<Service<S>['openStore']>[1],
  ) => ReturnType<Service<S>['openStore']>;
  /** Runs batches as the service's worker does. */
  runner: (store?: ReturnType<Service<S>['openStore']>) => RunBatch;
}

/** `own`: replacements for the objects that a process of the service would open, such as its client of another service. */
export async function openOwnService<S extends Shape>(
  service: Service<S>,
  own: S['own'],
  settings: object = {},
): Promise<OwnService<S>> {
  const { prepared: models, ...opened } = await openPrepared(service, async (empty) => {
    const declared = service.models(empty);
    await buildIndexes(empty);
    return declared;
  });
  const { database } = opened;
  const context = (mine: S['own']) =>
    ({ settings, units, database, models, own: mine, log: quiet }) as unknown as ServiceContext<S>;
  const store: OwnService<S>['store'] = (mine = own, more = {}) => service.openStore(context(mine), more);
  return {
    ...opened,
    models,
    store,
    runner: (of = store()) =>
      createBatchRunner({
        store: of,
        handlers: service.handlers(context(own)),
        changesView: {
          tracked: service.tracked,
          addressed: service.addressed,
          decimals: units.currencyDecimals,
        },
        committed: () => undefined,
        log: quiet,
        signal: new AbortController().signal,
      }),
  };
}

/** An empty database with the collections that every service has. */
export async function openEngine(): Promise<OwnDatabase & { models: EngineModels }> {
  const { prepared: models, ...own } = await openPrepared(engineModels, async (database) => {
    const declared = engineModels(database);
    await buildIndexes(database);
    return declared;
  });
  return { ...own, models };
}
