import { engineModels, type EngineModels } from '#shared/engine/commands/engine-models.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { webhooksModels, type WebhooksModels } from '#services/webhooks/records/storage/models.ts';
import { openDatabase, type OwnDatabase } from './own-servers.ts';

/** An empty database with the indexes of the webhooks service. */
export interface OwnWebhooks extends OwnDatabase {
  models: WebhooksModels;
  batch: EngineModels;
}

export async function openWebhooks(): Promise<OwnWebhooks> {
  const own = await openDatabase();
  const models = webhooksModels(own.database);
  const batch = engineModels(own.database);
  leaseModel(own.database);
  await buildIndexes(own.database);
  return { ...own, models, batch };
}
