import { soundCopy } from '#services/catalog/rules/product-copy.ts';
import { productFindings } from '#services/catalog/rules/audit-product.ts';
import type { Product } from '#services/catalog/rules/tables.ts';
import { copyFindings, extraCopies } from '#services/orders/rules/audit/copy-findings.ts';
import type { CopiedProduct } from '#services/orders/rules/audit/copy-findings.ts';
import { eachPage } from '#shared/audit/read-pages.ts';
import type { RepairIn } from '#shared/audit/repair-findings.ts';
import type { AuditSection } from '#shared/audit/run-audit.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { judged } from '#shared/decide/audit-finding.ts';
import { isAllPublished } from '#shared/events/untold-events.ts';
import { alsoIn, readSome } from '#shared/mongo/snapshot.ts';
import type { Snapshot } from '#shared/mongo/snapshot.ts';

const settledAfterMs = 30_000;

/** The copies that orders keeps of products are the catalog's, but for those that are on their way. */
export function copiesSection(namespace: string): AuditSection {
  const catalog = `${namespace}_catalog`;
  return {
    name: 'copies of products',
    look: async ({ database, ...looking }, told) => {
      const { client } = database;
      const inCatalog = { ...looking, database: { client, name: catalog } };
      const pages = { projection: { search: 0 } };
      await eachPage<Product>(inCatalog, 'products', pages, async (products, snapshot) => {
        const ids = products.map(({ _id }) => _id);
        const kept = await readSome<ProductCopy>(alsoIn(snapshot, database), 'products', {
          _id: { $in: ids },
        });
        const isDrained = await isDrainedIn(snapshot);
        const settledBefore = new Date(Date.now() - settledAfterMs).toISOString();
        const copied = products.map((product) =>
          toCopied(product, isDrained && product.updated_at < settledBefore),
        );
        told.found(copyFindings(copied, new Map(kept.map((copy) => [copy._id, copy]))));
      });
      await eachPage<ProductCopy>({ ...looking, database }, 'products', {}, async (copies, snapshot) => {
        const ids = copies.map(({ _id }) => _id);
        const there = await readSome<{ _id: number }>(
          ...([alsoIn(snapshot, inCatalog.database), 'products', { _id: { $in: ids } }, { _id: 1 }] as const),
        );
        const known = new Set(there.map(({ _id }) => _id));
        if (await isDrainedIn(alsoIn(snapshot, inCatalog.database)))
          told.found(extraCopies(copies, (id) => known.has(id)));
      });
    },
  };
}

/** What waits there to be published may be about any product. */
function isDrainedIn({ db, session }: Snapshot): Promise<boolean> {
  return isAllPublished(db, { session });
}

function toCopied(product: Product, isSettled: boolean): CopiedProduct {
  const isDamaged = judged('products', product, productFindings).length > 0;
  return { _id: product._id, copy: isDamaged ? null : soundCopy(product), isSettled };
}

/** A copy is made of a sound product alone. */
export async function renewCopy(
  { db, session }: RepairIn,
  namespace: string,
  client: Parameters<typeof alsoIn>[1]['client'],
  productId: number,
): Promise<string> {
  const products = client.db(`${namespace}_catalog`).collection<Product>('products');
  const product = await products.findOne({ _id: productId }, { session });
  if (!product) return `products/${productId} is gone from the catalog`;
  const copy = soundCopy(product);
  if (copy === null) return `products/${productId} is left: it is damaged in the catalog, and is not copied`;
  await db
    .collection<ProductCopy>('products')
    .replaceOne({ _id: productId }, copy, { session, upsert: true });
  return `products/${productId}: copy renewed at version ${copy.version}`;
}
