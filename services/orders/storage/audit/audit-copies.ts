import type { AuditSection } from '#shared/audit/run-audit.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { copyFindings, extraCopies } from '../../rules/audit/copy-findings.ts';
import type { CatalogProducts } from '../catalog-client.ts';

const productsAtOnce = 200;

/**
 * Compares copies of products with the catalog's API. `compare-copies.ts` continuously repairs copies with another version than the
 * catalog's. This section therefore checks only copies with the same version, and copies on sale that the catalog does not list.
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
