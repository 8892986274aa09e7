import { productText } from '#services/catalog/service.ts';
import { soundCopy, productFindings } from '#services/catalog/products/product-copy.ts';
import type { Product } from '#services/catalog/records/tables.ts';
import {
  copyFindings,
  extraCopies,
  judgeCopy,
  productCreatedWith,
  type CopiedProduct,
} from '#services/orders/audit/copy-findings.ts';
import { decimalsIn, withoutCurrency } from '#services/orders/audit/storage/repair-record.ts';
import { readKnownRecord } from '#shared/engine/commands/ledger/read-known-record.ts';
import { idsThere } from '#shared/engine/audit/audit-records.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import { leaves, writes, type Judgement } from '#shared/engine/audit/repair-findings.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { judged } from '#shared/engine/decide/audit-finding.ts';
import { isAllPublished } from '#shared/engine/events/feed-state.ts';
import { alsoIn, readSome, type AuditedDatabase, type Snapshot } from '#shared/platform/mongo/snapshot.ts';

type AuditedClient = AuditedDatabase['client'];

const settledAfterMs = 30_000;

/**
 * Checks that the orders service's copies of products equal the catalog's records. Ignores changes whose events have not
 * arrived yet.
 */
export function copiesSection(namespace: string): AuditSection {
  const catalog = `${namespace}_catalog`;
  return {
    name: 'copies of products',
    look: async ({ database, ...looking }, report) => {
      const { client } = database;
      const inCatalog = { ...looking, database: { client, name: catalog } };
      const pages = { projection: { search: 0 } };
      await eachPage<Product>(inCatalog, 'products', pages, async (products, snapshot) => {
        const ids = products.map(({ _id }) => _id);
        const ofOrders = alsoIn(snapshot, database);
        const kept = await readSome<ProductCopy>(ofOrders, 'products', { _id: { $in: ids } });
        const isDrained = await isDrainedIn(snapshot);
        const settledBefore = new Date(Date.now() - settledAfterMs).toISOString();
        const copied = products.map((product) =>
          toCopied(product, isDrained && product.updated_at < settledBefore),
        );
        report.found(copyFindings(copied, new Map(kept.map((copy) => [copy._id, copy]))));
      });
      await eachPage<ProductCopy>({ ...looking, database }, 'products', {}, async (copies, snapshot) => {
        const ofCatalog = alsoIn(snapshot, inCatalog.database);
        const ids = copies.map(({ _id }) => _id);
        const known = await idsThere(ofCatalog, 'products', ids);
        if (await isDrainedIn(ofCatalog)) report.found(extraCopies(copies, (id) => known.has(id)));
      });
    },
  };
}

/** Whether all events are published. Otherwise the copy of any product may still be out of date. */
function isDrainedIn({ db, session }: Snapshot): Promise<boolean> {
  return isAllPublished(db, { session });
}

function toCopied(product: Product, isSettled: boolean): CopiedProduct {
  const isDamaged = judged('products', product, productFindings).length > 0;
  return { _id: product._id, copy: isDamaged ? null : soundCopy(product), isSettled };
}

/**
 * Compares the orders service's copy of a product and the product itself with the catalog's ledger and events. If the two
 * differ, the copy may be the last correct version.
 */
export async function judgeProductCopy(
  { db, session }: Snapshot,
  { client, namespace }: { client: AuditedClient; namespace: string },
  productId: number,
): Promise<Judgement> {
  const subject = `products/${productId}`;
  const catalog = { client, name: `${namespace}_catalog` };
  const inCatalog = session.inTransaction()
    ? { db: client.db(catalog.name), session }
    : alsoIn({ db, session }, catalog);
  const product = await inCatalog.db.collection<Product>('products').findOne({ _id: productId }, { session });
  if (!product) return leaves(subject, 'the catalog does not have it');
  const wanted = soundCopy(product);
  if (wanted === null) return leaves(subject, 'it is damaged in the catalog, and is not copied');
  const copies = db.collection<ProductCopy>('products');
  const copy = await copies.findOne({ _id: productId }, { session });
  const decimals = await decimalsIn({ db, session });
  if (decimals === null) return leaves(subject, withoutCurrency);
  const readEvent = (event: object) => productCreatedWith({ ...event }, decimals);
  const known = await readKnownRecord(inCatalog, subject, product.version, readEvent);
  const isAsInText = (product as Product & { search?: string }).search === productText(product, decimals);
  const judged = judgeCopy(wanted, copy, { known, isAsInText });
  if (judged !== true) return leaves(subject, judged);
  return writes(async () => {
    await copies.replaceOne({ _id: productId }, wanted, { session, upsert: true });
    return `${subject}: copy renewed at version ${wanted.version}`;
  });
}
