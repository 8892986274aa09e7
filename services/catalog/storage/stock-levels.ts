import type { Express, RequestHandler } from 'express';
import type { StockLevel } from '#shared/contracts/endpoints/stock-level.ts';
import { jsonBody } from '#shared/http/json-body.ts';
import { inTransaction } from '#shared/mongo/transaction.ts';
import { writeTogether } from '#shared/mongo/write-statement.ts';
import type { Operation } from '#shared/mongo/write-statement.ts';
import type { CatalogModels } from './models.ts';

/**
 * `POST /stock-levels`, for the orders service: what can be sold of each product now. A level that is older than what is known is
 * dropped, so they may come twice and in any order.
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

/** Together: each on its own is a commit with an entry of the oplog, three times the database's work. */
async function keepLevels(products: CatalogModels['products'], levels: readonly StockLevel[]): Promise<void> {
  await inTransaction(products.db, (session) => writeTogether(products, levels.map(newerLevel), session));
}

function newerLevel({ product_id: id, stock, version }: StockLevel): Operation {
  const known = { available: stock, stock_version: version };
  const update =
    stock === 0 ? { $set: { ...known, sold_out: true } } : { $set: known, $unset: { sold_out: '' as const } };
  return { updateOne: { filter: { _id: id, stock_version: { $not: { $gte: version } } }, update } };
}
