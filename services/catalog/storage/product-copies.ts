import type { Express, RequestHandler } from 'express';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { CatalogModels } from './models.ts';
import type { Product } from '../rules/tables.ts';

/**
 * `GET /product-copies?ids=1,2`: products as the orders service keeps them, for those so new that their event has not
 * arrived there yet.
 */
export function mountProductCopies(app: Express, models: CatalogModels, callerOnly: RequestHandler): void {
  app.get('/product-copies', callerOnly, async (request, response) => {
    const ids = (request.query['ids'] as string).split(',').map(Number).filter(Number.isSafeInteger);
    const products = await models.products.find({ _id: operator({ $in: ids }) }).lean<Product[]>();
    response.json(products.map(toCopy));
  });
}

function toCopy(product: Product): ProductCopy {
  const { _id, version, price, manufacturing_price, is_active, en, ar } = product;
  return {
    _id,
    version,
    price,
    manufacturing_price,
    is_active,
    is_deleted: false,
    en: { name: en.name },
    ar: { name: ar.name },
  };
}
