import type { Express, RequestHandler } from 'express';
import type { mongo } from 'mongoose';
import type { StockLevel } from '#shared/contracts/endpoints/stock-level.ts';
import { jsonBody } from '#shared/http/json-body.ts';
import { driverCollection } from '#shared/mongo/driver-collection.ts';
import type { Product } from '../rules/tables.ts';
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
    if (levels.length > 0) {
      await driverCollection<Product>(models.products).bulkWrite(levels.map(newerLevel), { ordered: false });
    }
    response.status(204).end();
  });
}

function newerLevel({ product_id: id, stock, version }: StockLevel): mongo.AnyBulkWriteOperation<Product> {
  const known = { available: stock, stock_version: version };
  const update: mongo.UpdateFilter<Product> =
    stock === 0 ? { $set: { ...known, sold_out: true } } : { $set: known, $unset: { sold_out: true } };
  return { updateOne: { filter: { _id: id, stock_version: { $not: { $gte: version } } }, update } };
}
