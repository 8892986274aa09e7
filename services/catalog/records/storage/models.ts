import { Schema, type Model, type SchemaDefinition } from 'mongoose';
import { byProductField, uniqueProductFields } from '#shared/contracts/endpoints/product-fields.ts';
import { indexMaker } from '#shared/engine/commands/engine-models.ts';
import type { Listed } from '#shared/engine/lists/source.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import type { Product, Subscription } from '../tables.ts';

export interface CatalogModels {
  products: Model<Listed<Product>>;
  subscriptions: Model<Listed<Subscription>>;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const translation = { name: text, description: text };

const catalogFields = {
  _id: count,
  version: count,
  price: { type: Number, required: true, min: 0 },
  is_active: { type: Boolean, required: true },
  en: translation,
  ar: translation,
  created_at: text,
  updated_at: text,
  search: text,
};

function catalogSchema<R>(collection: string, fields: SchemaDefinition<R>): Schema<R> {
  const schema = new Schema<R>(fields, { collection, versionKey: false });
  // One index for each filter, newest records first.
  schema.index({ price: 1, _id: -1 });
  schema.index({ is_active: 1, _id: -1 });
  schema.index({ created_at: 1, _id: -1 });
  indexMaker(schema);
  return schema;
}

export function catalogModels(database: Database): CatalogModels {
  const products = catalogSchema<Listed<Product>>('products', {
    ...catalogFields,
    manufacturing_price: count,
    ...byProductField(() => String),
    available: Number,
    stock_version: Number,
    sold_out: Boolean,
  });
  // Sparse, because most products may lack the field.
  for (const name of uniqueProductFields) products.index({ [name]: 1 }, { unique: true, sparse: true });
  products.index({ sold_out: 1, _id: -1 }, { partialFilterExpression: { sold_out: true } });
  const subscriptions = catalogSchema<Listed<Subscription>>('subscriptions', catalogFields);
  return {
    products: database.model<Listed<Product>>('Product', products),
    subscriptions: database.model<Listed<Subscription>>('Subscription', subscriptions),
  };
}
