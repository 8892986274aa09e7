import { unfinishedStatuses } from '../decide/bulk-operation.ts';
import { readFeed, unpublishedEvents } from '../events/feed-state.ts';
import { driverDatabase } from '../../platform/mongo/connect.ts';
import {
  bulkOperations,
  bulkRecords,
  feedOldestAge,
  feedWaiting,
  outboxEntries,
  outboxOldestAge,
} from '../../platform/telemetry/metrics.ts';
import { observe } from '../../platform/telemetry/observe.ts';
import { operator, type MongoFilter } from '../../platform/mongo/operator.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import type { EngineModels } from './engine-models.ts';

const patienceMs = 2000;

export function observeBacklog(models: EngineModels): void {
  const askEvents = async () => {
    const reading = { maxTimeMS: patienceMs };
    const db = driverDatabase(models.eventLog.db);
    const published = (await readFeed(db, reading))?.published ?? 0;
    const countOf = (filter: MongoFilter) => models.eventLog.countDocuments(filter, reading);
    const unpositioned = await countOf({ position: 0 });
    const further = await countOf({ position: operator({ $gt: published }) });
    const unpublished = unpositioned + further;
    return { unpositioned, unpublished, oldest: await unpublishedEvents(db, reading) };
  };
  const gauges = [feedWaiting, feedOldestAge, outboxEntries, outboxOldestAge];
  observe(gauges, askEvents, (result, { unpositioned, unpublished, oldest }) => {
    result.observe(feedWaiting, unpositioned);
    result.observe(feedOldestAge, ageOf(oldest.unpositioned));
    result.observe(outboxEntries, unpublished);
    result.observe(outboxOldestAge, ageOf(oldest.unpublished));
  });

  const askBulk = () =>
    models.bulk
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

/** The age of the oldest entry, in seconds. */
function ageOf(oldest: { at: unknown } | null): number {
  return oldest === null ? 0 : Math.max(storeNow().getTime() - Date.parse(String(oldest.at)), 0) / 1000;
}
