import type { Express, RequestHandler } from 'express';
import type { StockLevel } from '#shared/contracts/endpoints/stock-level.ts';
import { jsonBody } from '#shared/http/json-body.ts';
import { inTransaction } from '#shared/mongo/transaction.ts';
import { writeTogether, type Operation } from '#shared/mongo/write-statement.ts';
import type { CatalogModels } from './models.ts';

/**
 * `POST /stock-levels`, for the orders service: the number of units of each product that can be sold now. A level older than the
 * stored one is ignored, so levels may arrive twice and in any sequence.
 */
export function mountStockLevels(
  app: Express,
  models: Pick<CatalogModels, 'products'>,
  callerOnly: RequestHandler,
): void {
  app.post('/stock-levels', callerOnly, jsonBody('1mb'), async (request, response) => {
    const levels = request.body as StockLevel[];
    if (levels.length > 0) await keepLevels(models.products, levels);
    response.status(204).end();
  });
}

/** Uses one transaction for all levels, because a commit and an oplog entry for each level would cost the database more. */
async function keepLevels(products: CatalogModels['products'], levels: readonly StockLevel[]): Promise<void> {
  await inTransaction(products.db, (session) => writeTogether(products, levels.map(newerLevel), session));
}

function newerLevel({ product_id: id, stock, version }: StockLevel): Operation {
  const known = { available: stock, stock_version: version };
  const update =
    stock === 0 ? { $set: { ...known, sold_out: true } } : { $set: known, $unset: { sold_out: '' as const } };
  return { updateOne: { filter: { _id: id, stock_version: { $not: { $gte: version } } }, update } };
}
