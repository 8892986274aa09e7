import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import { describe, object, required, sometimes } from '../kit/fields.ts';
import { flag, money, text } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter, moneyFilter } from '../kit/filter-kinds.ts';
import { byName } from '../kit/json-values.ts';
import { listOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import { bulkCatalogChange, bulkDeletion } from './bulk-writes.ts';
import { maxPrice } from './price-change.ts';
import {
  productFieldNames,
  productFields,
  productFieldSchemas,
  productFieldValues,
  uniqueProductFields,
} from './product-fields.ts';
import { timelineOf } from './timeline.ts';

const translationSchema = s.named('Translation', { name: s.text, description: s.text });

export const translatedProperties = {
  name: s.text,
  description: s.text,
  en: translationSchema,
  ar: translationSchema,
};
const properties = {
  id: s.id,
  price: s.money,
  manufacturing_price: s.money,
  is_active: s.boolean,
  ...productFieldSchemas,
  ...translatedProperties,
  ...s.times,
};
/** A product in events, without its stock, because stock has events of its own. */
export const productEventSchema = s.objectOf(properties, productFieldNames);

const available = s.orNull(
  s.described(s.count, 'Units that can be sold, at most two seconds old; null: not counted.'),
);
export const productSchema = s.named('Product', { ...properties, available });

const { manufacturing_price: _cost, ...clientProperties } = properties;
export const clientProductSchema = s.named('ClientProduct', { ...clientProperties, available });

const name = () => text({ min: 2, max: 255 });
const description = () => text({ min: 2, max: 5000 });

export const translation = () => object({ name: required(name()), description: required(description()) });
export const translationChange = () =>
  object({ name: sometimes(name()), description: sometimes(description()) });

export const catalogFilters = {
  price: moneyFilter({ max: maxPrice }),
  is_active: flag(),
  created_at: dateFilter(),
  name: text({ max: 255 }),
  description: text({ max: 255 }),
  id: idsFilter(),
};
/** A filter on a name or description matches any part of the text, so no index finds the matches. */
export const catalogCosts = { price: 'ranges', name: 'scan', description: 'scan' } as const;
export const catalogSearch = ['price', 'is_active', 'created_at', 'name', 'description'] as const;

const inStock = describe(flag(), '`1`: products with units left, or not counted; `0`: sold-out products.');

const productFilters = {
  ...catalogFilters,
  ...byName(uniqueProductFields, (name) => productFields[name].value),
};

export const productList = listOf({
  filters: { ...productFilters, in_stock: inStock },
  costs: catalogCosts,
  searchable: [...catalogSearch, ...uniqueProductFields],
  sortable: ['id', ...Object.keys(productFilters).filter((name) => name !== 'id')],
});

const example = {
  price: 12,
  manufacturing_price: 7,
  is_active: true,
  image_url: 'https://shop.example.com/arabica.jpg',
  en: { name: 'Arabica coffee', description: 'Whole beans, 250 g' },
  ar: { name: 'قهوة عربية', description: 'حبوب كاملة، 250 غرام' },
};

export const productReads = {
  'products.list': read('/api/admin/products', {
    summary: 'List products',
    description: 'Every product, with its costs. `search` and `filters[name]` search both languages.',
    impersonal: true,
    list: productList,
    answers: productSchema,
  }),
  'products.read': read('/api/admin/products/:product', {
    summary: 'Read a product',
    description: '`name` and `description` are in the language of the request; `en` and `ar` hold both.',
    impersonal: true,
    // The response includes the stock, which changes without a new version of the product.
    composed: true,
    answers: productSchema,
  }),
  'products.timeline': timelineOf('/api/admin/products/:product/timeline', 'a product'),
  'shop-products.list': read('/api/client/products', {
    summary: 'List the products on sale',
    description: 'The active products, without costs.',
    impersonal: true,
    list: productList,
    answers: clientProductSchema,
  }),
  'shop-products.read': read('/api/client/products/:product', {
    summary: 'Read a product on sale',
    description: '404 if it is inactive or deleted.',
    impersonal: true,
    composed: true,
    answers: clientProductSchema,
  }),
};

const changes = () => ({
  price: sometimes(money({ max: maxPrice })),
  manufacturing_price: sometimes(money({ max: maxPrice })),
  is_active: sometimes(flag()),
  ...productFieldValues(),
  en: sometimes(translationChange()),
  ar: sometimes(translationChange()),
});

export const productWrites = {
  'products.create': post('/api/admin/products', {
    summary: 'Create a product',
    description:
      'Both languages are required. `sku` and `external_id` are unique when they are set. The product can be ordered immediately. Its stock is not counted until you set it under `/api/admin/inventory`.',
    body: object({
      price: required(money({ max: maxPrice })),
      manufacturing_price: sometimes(money({ max: maxPrice })),
      is_active: sometimes(flag()),
      ...productFieldValues(),
      en: required(translation()),
      ar: required(translation()),
    }),
    // Version 2 added the product fields: a worker that does not know these fields would create the product without them.
    version: 2,
    status: 201,
    composed: true,
    answers: productSchema,
    example,
  }),
  'products.update': put('/api/admin/products/:product', {
    summary: 'Change a product',
    description:
      'Send the fields that change; a single language or a single text is enough. `null` clears `sku`, `external_id` and `image_url`. Existing orders keep their prices.',
    body: object(changes()),
    // Version 2 added the product fields: a worker that does not know them would not check that their values are unique.
    version: 2,
    composed: true,
    answers: productSchema,
    copiedToOrders: true,
    example: { price: 13, en: { name: 'Arabica coffee, dark' } },
  }),
  'products.upsert': put('/api/admin/products/by-external-id/:external_id', {
    summary: 'Create or change the product with an external id',
    description: [
      'For a system that knows its own ids only. If no product has this `external_id`, creates one, with 201; `price` and the texts in both languages are needed then.',
      'Otherwise changes that product, with 200: send the fields that change. Two concurrent requests create one product. Percent-encode the id in the path.',
      'An `external_id` in the body is ignored.',
    ].join(' '),
    body: object({
      ...changes(),
      external_id: required(productFields.external_id.value, productFields.external_id.meaning),
    }),
    pathField: 'external_id',
    mayCreate: true,
    composed: true,
    answers: productSchema,
    copiedToOrders: true,
    example: { ...example, external_id: 'ERP-1001' },
  }),
  'products.delete': remove('/api/admin/products/:product', {
    summary: 'Delete a product',
    description: 'The product can no longer be ordered. Orders keep their copies of it.',
    copiedToOrders: true,
  }),
  'products.bulk-update': bulkCatalogChange('products', productList),
  'products.bulk-delete': bulkDeletion('products', productList),
};

export const productContract = {
  sections: {
    'Admin products': 'What the shop sells, with its costs, in both languages.',
    'Client products': 'What the shop sells, as shoppers see it.',
  },
  events: eventsOf('catalog', 'products', productEventSchema, {
    'catalog.product.created.v1': 'A product was created.',
    'catalog.product.updated.v1': 'A product was changed.',
    'catalog.product.deleted.v1': 'A product was deleted.',
  }),
  reads: productReads,
  writes: productWrites,
} satisfies ResourceContract;
