import { unfinishedStatuses } from '../decide/bulk-operation.ts';
import { bulkOperations, bulkRecords, outboxEntries, outboxOldestAge } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';
import type { BulkModels } from './bulk-models.ts';
import type { BatchModels } from './batch-models.ts';
import { operator } from '../mongo/operator.ts';

const patienceMs = 2000;

/** Reports what a service has still to do by its own records: events to publish, bulk operations to finish. */
export function observeBacklog(models: BatchModels, bulk: BulkModels): void {
  const askOutbox = async () => {
    const [entries, oldest] = await Promise.all([
      models.outbox.estimatedDocumentCount({ maxTimeMS: patienceMs }),
      models.outbox.findOne({}, { at: 1 }).sort({ _id: 1 }).maxTimeMS(patienceMs).lean(),
    ]);
    return { entries, at: oldest?.at };
  };
  observe([outboxEntries, outboxOldestAge], askOutbox, (result, { entries, at }) => {
    result.observe(outboxEntries, entries);
    result.observe(outboxOldestAge, at === undefined ? 0 : Math.max(Date.now() - Date.parse(at), 0) / 1000);
  });

  const askBulk = () =>
    bulk.bulk
      .find({ status: operator({ $in: unfinishedStatuses }) }, { status: 1, total: 1, counts: 1 })
      .limit(1000)
      .maxTimeMS(patienceMs)
      .lean();
  observe([bulkOperations, bulkRecords], askBulk, (result, operations) => {
    for (const status of unfinishedStatuses) {
      const count = operations.filter((operation) => operation.status === status).length;
      result.observe(bulkOperations, count, { 'store.bulk.status': status });
    }
    const sum = (of: (operation: (typeof operations)[number]) => number) =>
      operations.reduce((total, operation) => total + of(operation), 0);
    const records = {
      total: sum(({ total }) => total),
      done: sum(({ counts }) => counts.changed + counts.unchanged),
      failed: sum(({ counts }) => counts.not_found + counts.refused),
    };
    for (const [state, count] of Object.entries(records)) {
      result.observe(bulkRecords, count, { 'store.bulk.records': state });
    }
  });
}
