import type { TaskLease } from '#shared/platform/mongo/leases.ts';
import { certificateFault } from '#shared/platform/process/certificate-fault.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { pacedLoop } from '#shared/platform/process/paced-loop.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { CatalogProducts } from '../../stock/storage/catalog-client.ts';
import { createPageComparison } from '../../stock/storage/compare-page.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';
import { copyFindings, extraCopies } from '../copy-findings.ts';

const productsAtOnce = 200;

const everyMs = 60_000;
const usualIdleMs = 1000;
const longestPauseMs = 60_000;

/**
 * Compares copies of products with the catalog, so that they become correct even if events are lost. Compares one page of copies
 * each minute, and all copies at the start and after events may have been missed.
 */
export function startCopyComparison(options: {
  models: Pick<OrdersModels, 'products'>;
  /** Only the process that holds this lease compares copies. */
  lease: TaskLease;
  catalog: CatalogProducts;
  idleMs?: number;
  /** The pause in ms before the next request to the catalog, after this number of failures in a row. */
  pauseAfter?: (failures: number) => number;
  log: Log;
}) {
  const { models, lease, catalog, log } = options;
  const { idleMs = usualIdleMs, pauseAfter = pauseAfterFailures } = options;
  const comparePage = createPageComparison({ models, catalog, log });
  let isAllDue = true;
  let pageDueAt = 0;
  let failures = 0;
  let pausedUntil = 0;
  let after = 0;

  const compareNext = async (signal: AbortSignal): Promise<void> => {
    const isWhole = isAllDue;
    if (isWhole) after = 0;
    isAllDue = false;
    try {
      do after = await comparePage(after);
      while (isWhole && after > 0 && !signal.aborted && (await lease.hold()));
      if (isWhole && after > 0) isAllDue = true;
      pageDueAt = performance.now() + everyMs;
      failures = 0;
    } catch (error) {
      isAllDue = true;
      failures += 1;
      pausedUntil = performance.now() + pauseAfter(failures);
      log.warn(
        { err: error },
        certificateFault('The catalog service', error) ??
          'copies of products could not be compared with the catalog',
      );
    }
  };

  const { close } = pacedLoop({
    round: async (signal) => {
      const now = performance.now();
      const isDue = now >= pausedUntil && (isAllDue || now >= pageDueAt);
      if (isDue && (await lease.hold())) await compareNext(signal);
      return false;
    },
    idleMs,
    // Called only if the lease cannot be checked. `compareNext` handles all other errors.
    failed: () => idleMs,
    ended: lease.release,
  });

  return {
    /** Compares all copies as soon as this process has the lease. Call this if events may have been missed. */
    compareAll: (): void => {
      isAllDue = true;
      pausedUntil = 0;
    },
    close,
  };
}

/** The pause in ms before the next request to an unavailable catalog. The pause doubles with each failure. */
export function pauseAfterFailures(failures: number): number {
  return Math.min(usualIdleMs * 2 ** failures, longestPauseMs);
}

/**
 * `startCopyComparison` already repairs copies whose version differs from the catalog's. So this section checks only copies with
 * the same version, and copies of products that the catalog does not list.
 */
export function servedCopiesSection(catalog: CatalogProducts): AuditSection {
  return {
    name: 'copies of products',
    look: async ({ database: { client, name }, pace, signal }, report) => {
      const kept = client.db(name).collection<ProductCopy>('products');
      for (let after = 0, isEnd = false; !isEnd;) {
        signal.throwIfAborted();
        const began = performance.now();
        const listed = await catalog.versions(after, productsAtOnce);
        isEnd = listed.length < productsAtOnce;
        const ids = listed.map(({ _id }) => _id);
        const range = { $gt: after, ...(!isEnd && { $lte: ids.at(-1) ?? 0 }) };
        const copies = await kept.find({ _id: range }).toArray();
        const served = ids.length === 0 ? [] : await catalog.copies(ids);
        const copied = served.map((copy) => ({ _id: copy._id, copy, isSettled: false }));
        report.found(copyFindings(copied, new Map(copies.map((copy) => [copy._id, copy]))));
        report.found(extraCopies(copies, (id) => ids.includes(id)));
        after = ids.at(-1) ?? after;
        await pace(performance.now() - began);
      }
    },
  };
}
