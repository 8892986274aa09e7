import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Log } from '#shared/log.ts';
import { taskLease } from '#shared/mongo/leases.ts';
import type { Lease } from '#shared/mongo/leases.ts';
import { separator } from '#shared/mongo/list-filters.ts';
import { gramsOf } from '#shared/mongo/n-grams.ts';
import type { OrderText } from './orders-models.ts';

const textsAtOnce = 200;
const leaseMs = 10_000;
const idleMs = 1000;
/** Time to rest for each time worked: orders go first, until more texts wait than a search reads at once. */
const restShare = 12;
const longBacklog = 20_000;

/**
 * Takes the texts of new and changed orders apart into n-grams, off the way of whoever wrote them; until then `search`
 * reads them. One process at a time, by a lease; it may be killed anywhere.
 */
export function startSearchIndex(options: {
  texts: Model<OrderText>;
  leases: Model<Lease>;
  holder: string;
  log: Log;
}): { close: () => Promise<void> } {
  const { texts, leases, holder, log } = options;
  const lease = taskLease(leases, 'search-index', holder, leaseMs);
  const closing = new AbortController();

  const isFarBehind = async (): Promise<boolean> => {
    const waiting = await texts.countDocuments({ fresh: true }, { limit: longBacklog });
    return waiting === longBacklog;
  };

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      let rest = idleMs;
      try {
        const startedAt = performance.now();
        const isDone = !(await lease.hold()) || (await indexFreshTexts(texts)) < textsAtOnce;
        const worked = performance.now() - startedAt;
        if (!isDone) rest = (await isFarBehind()) ? 0 : worked * restShare;
      } catch (error) {
        log.warn({ err: error }, 'new orders are not in the search index yet');
      }
      await sleep(rest, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const ended = loop();

  return {
    close: async () => {
      closing.abort();
      await ended;
      await lease.release();
    },
  };
}

/** Indexes some of the texts that are fresh, the oldest first; answers how many there were. */
export async function indexFreshTexts(texts: Model<OrderText>, limit = textsAtOnce): Promise<number> {
  const fresh = await texts.find({ fresh: true }).sort({ _id: 1 }).limit(limit).lean();
  if (fresh.length === 0) return 0;
  const operations = fresh.map(({ _id, version, text }) => ({
    updateOne: {
      // One that has changed meanwhile stays fresh.
      filter: { _id, version },
      update: { $set: { grams: gramsOf(text, separator) }, $unset: { fresh: 1 } },
    },
  }));
  await texts.collection.bulkWrite(operations as never, { ordered: false });
  return fresh.length;
}
