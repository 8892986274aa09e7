import type { Express } from 'express';
import type { OrdersModels } from './orders-models.ts';

/** `GET /product-copies/7`: the version of the orders service's copy of a product. 404 if there is no copy. */
export function mountCopyVersions(app: Express, models: Pick<OrdersModels, 'products'>): void {
  app.get('/product-copies/:product', async (request, response) => {
    const copy = await models.products
      .findById(Number(request.params.product), { version: 1, is_deleted: 1 })
      .lean();
    response.status(copy ? 200 : 404).json(copy ?? {});
  });
}
