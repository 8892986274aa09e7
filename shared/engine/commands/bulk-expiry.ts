import { retention } from '../../contracts/retention.ts';
import { chunksOfOperation, finalStatuses, unfinishedStatuses } from '../decide/bulk-operation.ts';
import { operator } from '../../platform/mongo/operator.ts';
import type { EngineModels } from './engine-models.ts';
import type { BulkModels } from './bulk-models.ts';

type ExpiryModels = BulkModels & Pick<EngineModels, 'inbox'>;

/** `$$NOW` is the database's time. The clock of a process may be days off. */
const ends = [{ $set: { expires_at: { $add: ['$$NOW', retention.bulkWork.keptMs] } } }];

const atOnce = 1000;

/** Sets the expiry of ended bulk operations. The sweep calls it regularly, because an operation may end in any process. */
export async function settleExpiry(models: ExpiryModels): Promise<void> {
  const { bulk, inbox } = models;
  const unfinished = { status: operator({ $in: unfinishedStatuses }) };
  const final = { status: operator({ $in: finalStatuses }) };
  const over = await idsOf(bulk.find({ ...final, expires_at: null }, { _id: 1 }));
  const kept = await idsOf(inbox.find({ expires_at: null, state: operator({ $ne: 'parked' }) }, { _id: 1 }));
  const going = new Set(await idsOf(bulk.find({ ...unfinished, _id: operator({ $in: kept }) }, { _id: 1 })));
  for (const id of new Set([...over, ...kept.filter((one) => !going.has(one))])) await expire(models, id);
}

interface IdQuery {
  limit: (count: number) => { lean: () => PromiseLike<{ _id: string }[]> };
}

async function idsOf(query: IdQuery): Promise<string[]> {
  return (await query.limit(atOnce).lean()).map(({ _id }) => _id);
}

/** Changes the operation last. If the process stops before that, the next sweep finds the operation again. */
async function expire({ bulk, bulkChunks, bulkPreviews, inbox }: ExpiryModels, id: string): Promise<void> {
  for (const { collection } of [bulkChunks, bulkPreviews])
    await collection.updateMany({ _id: chunksOfOperation(id) } as never, ends);
  await inbox.collection.updateOne({ _id: id } as never, ends);
  await bulk.collection.updateOne({ _id: id } as never, ends);
}
