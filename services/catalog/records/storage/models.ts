import type { Schema } from 'mongoose';
import { productFieldNames, uniqueProductFields } from '#shared/contracts/endpoints/product-fields.ts';
import { indexMaker } from '#shared/engine/commands/engine-models.ts';
import type { Listed } from '#shared/engine/lists/source.ts';
import { collectionSchema, flags, mixed, numbers, texts } from '#shared/platform/mongo/collection-schema.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import type { Product, Subscription } from '../tables.ts';

export type CatalogModels = ReturnType<typeof catalogModels>;

const catalogFields = {
  ...numbers('_id', 'version', 'price'),
  ...texts('created_at', 'updated_at', 'search'),
  ...flags('is_active'),
  ...mixed('en', 'ar'),
};

function catalogIndexes<R>(schema: Schema<R>): Schema<R> {
  // One index for each filter, newest records first.
  schema.index({ price: 1, _id: -1 });
  schema.index({ is_active: 1, _id: -1 });
  schema.index({ created_at: 1, _id: -1 });
  return indexMaker(schema);
}

export function catalogModels(database: Database) {
  const products = catalogIndexes(
    collectionSchema<Listed<Product>>('products', {
      ...catalogFields,
      ...numbers('manufacturing_price', 'available', 'stock_version'),
      ...texts(...productFieldNames),
      ...flags('sold_out'),
    }),
  );
  // Sparse, because a product may lack the field.
  for (const name of uniqueProductFields) products.index({ [name]: 1 }, { unique: true, sparse: true });
  products.index({ sold_out: 1, _id: -1 }, { partialFilterExpression: { sold_out: true } });
  const subscriptions = catalogIndexes(
    collectionSchema<Listed<Subscription>>('subscriptions', catalogFields),
  );
  return {
    products: database.model<Listed<Product>>('Product', products),
    subscriptions: database.model<Listed<Subscription>>('Subscription', subscriptions),
  };
}
