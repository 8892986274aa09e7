import type { AuditSection } from '#shared/audit/run-audit.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { copyFindings, extraCopies } from '../../rules/audit/copy-findings.ts';
import type { CatalogProducts } from '../catalog-client.ts';

const productsAtOnce = 200;

/**
 * The copies of products are those that the catalog's API serves. Versions are compared, and mended, all the time by
 * `compare-copies.ts`: here it is what both have at one version, and what is on sale and not listed.
 */
export function servedCopiesSection(catalog: CatalogProducts): AuditSection {
  return {
    name: 'copies of products',
    look: async ({ database: { client, name }, pace, signal }, told) => {
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
        told.found(copyFindings(copied, new Map(copies.map((copy) => [copy._id, copy]))));
        told.found(extraCopies(copies, (id) => ids.includes(id)));
        after = ids.at(-1) ?? after;
        await pace(performance.now() - began);
      }
    },
  };
}
