import type { Express, RequestHandler } from 'express';
import type { StockLevel } from '#shared/contracts/endpoints/stock-level.ts';
import { jsonBody } from '#shared/platform/http/internal-auth.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { writeTogether, type Operation } from '#shared/platform/mongo/write-statement.ts';
import type { ProductVersion } from '#shared/contracts/endpoints/product-copy.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import type { CatalogModels } from '../../records/storage/models.ts';
import { soundCopy } from '../product-copy.ts';
import type { Product } from '../../records/tables.ts';

const mostVersions = 5000;

/**
 * The endpoints that only the orders service may call:
 * - `POST /stock-levels` stores how many units of each product can be sold. Ignores levels older than the stored ones.
 * - `GET /product-copies?ids=1,2` returns copies of undamaged products. The orders service requests products here if it has not
 *   received their events yet.
 * - `GET /product-versions?after=7&limit=100` returns ids and versions, sorted by id.
 */
export function mountForOrders(
  app: Express,
  { products }: Pick<CatalogModels, 'products'>,
  callerOnly: RequestHandler,
): void {
  app.post('/stock-levels', callerOnly, jsonBody('1mb'), async (request, response) => {
    const levels = (request.body as StockLevel[]).map(newerLevel);
    // Uses one transaction for all levels, because a commit and an oplog entry for each level would cost the database more.
    if (levels.length > 0)
      await inTransaction(products.db, (session) => writeTogether(products, levels, session));
    response.status(204).end();
  });
  app.get('/product-copies', callerOnly, async (request, response) => {
    const ids = (request.query['ids'] as string).split(',').map(Number).filter(Number.isSafeInteger);
    const found = await products.find({ _id: operator({ $in: ids }) }).lean<Product[]>();
    response.json(found.flatMap((product) => soundCopy(product) ?? []));
  });
  app.get('/product-versions', callerOnly, async (request, response) => {
    const [after, limit] = ['after', 'limit'].map((name) => Number(request.query[name]));
    const versions = await products
      .find({ _id: operator({ $gt: after }) }, { version: 1 })
      .sort({ _id: 1 })
      .limit(Math.min(limit ?? mostVersions, mostVersions))
      .lean<ProductVersion[]>();
    response.json(versions);
  });
}

function newerLevel({ product_id: id, stock, version }: StockLevel): Operation {
  const known = { available: stock, stock_version: version };
  const update =
    stock === 0 ? { $set: { ...known, sold_out: true } } : { $set: known, $unset: { sold_out: '' as const } };
  return { updateOne: { filter: { _id: id, stock_version: { $not: { $gte: version } } }, update } };
}
