import { batchModels } from '#shared/commands/batch-models.ts';
import type { BatchModels } from '#shared/commands/batch-models.ts';
import { buildIndexes } from '#shared/mongo/build-indexes.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import { webhooksModels } from '#services/webhooks/storage/models.ts';
import type { WebhooksModels } from '#services/webhooks/storage/models.ts';
import { openDatabase } from './own-servers.ts';
import type { OwnDatabase } from './own-servers.ts';

/** An empty database with the indexes of the webhooks service. */
export interface OwnWebhooks extends OwnDatabase {
  models: WebhooksModels;
  batch: BatchModels;
}

export async function openWebhooks(): Promise<OwnWebhooks> {
  const own = await openDatabase();
  const models = webhooksModels(own.database);
  const batch = batchModels(own.database);
  leaseModel(own.database);
  await buildIndexes(own.database);
  return { ...own, models, batch };
}
