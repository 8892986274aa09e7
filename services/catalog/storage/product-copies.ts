import type { Express, RequestHandler } from 'express';
import type { ProductVersion } from '#shared/contracts/endpoints/product-copy.ts';
import { operator } from '#shared/mongo/operator.ts';
import { soundCopy } from '../rules/product-copy.ts';
import type { CatalogModels } from './models.ts';
import type { Product } from '../rules/tables.ts';

type ProductModels = Pick<CatalogModels, 'products'>;

const mostVersions = 5000;

/**
 * Endpoints for the orders service. `GET /product-copies?ids=1,2` returns copies of these products, except damaged ones. The orders
 * service uses it for products whose event has not arrived yet. `GET /product-versions?after=7&limit=100` returns ids and versions,
 * sorted by id.
 */
export function mountProductCopies(app: Express, models: ProductModels, callerOnly: RequestHandler): void {
  app.get('/product-copies', callerOnly, async (request, response) => {
    const ids = (request.query['ids'] as string).split(',').map(Number).filter(Number.isSafeInteger);
    const products = await models.products.find({ _id: operator({ $in: ids }) }).lean<Product[]>();
    response.json(products.flatMap((product) => soundCopy(product) ?? []));
  });
  app.get('/product-versions', callerOnly, async (request, response) => {
    const [after, limit] = ['after', 'limit'].map((name) => Number(request.query[name]));
    const versions = await models.products
      .find({ _id: operator({ $gt: after }) }, { version: 1 })
      .sort({ _id: 1 })
      .limit(Math.min(limit ?? mostVersions, mostVersions))
      .lean<ProductVersion[]>();
    response.json(versions);
  });
}
