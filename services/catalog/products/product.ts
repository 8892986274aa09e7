import type { BulkWork } from '#shared/engine/decide/bulk-operation.ts';
import {
  checksFirst,
  errorsOr,
  type Answer,
  type EventDraft,
  type Handlers,
} from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import type { Resource } from '#shared/engine/decide/resource.ts';
import { existing, recordEvent, removal } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import { productFieldNames, type ProductFieldName } from '#shared/contracts/endpoints/product-fields.ts';
import { bulkActivation, bulkDeletion, bulkPricing, type BulkRecords } from '../records/bulk-change.ts';
import { productResource, productEventData } from '../records/catalog-resource.ts';
import { changeRecord, newRecord } from '../records/change-record.ts';
import { faults } from '../records/damaged-records.ts';
import type { CatalogNeeds, CatalogTables, Product, ProductTexts } from '../records/tables.ts';
import { productFindings } from './audit-product.ts';
import { takenErrors, uniqueValues } from './unique-fields.ts';

export const products = {
  hasSequence: true,
  isMadeOnce: true,
  fault: faults.products,
  tracked: {
    money: new Set(['price', 'manufacturing_price']),
    without: new Set(['available', 'stock_version', 'sold_out']),
  },
  findings: productFindings,
  countedAs: 'products',
} satisfies Resource<Product>;

type ProductCommands = Pick<CatalogCommands, 'products.create' | 'products.update' | 'products.delete'>;

function event(happened: 'created' | 'updated' | 'deleted', product: Product, decimals: number): EventDraft {
  const of = { kind: 'catalog.product', path: 'products', shape: 1 } as const;
  return recordEvent(of, happened, product, productEventData(product, 'en', decimals));
}

const location = (product: Product) => `/api/admin/products/${product._id}`;

type Handler = Handlers<CatalogTables, CatalogNeeds, ProductCommands>['products.create'];

function textsIn(body: Partial<Record<ProductFieldName, string | null>>): ProductTexts {
  const texts: ProductTexts = {};
  for (const name of productFieldNames) {
    const text = body[name] ?? null;
    if (text !== null) texts[name] = text;
  }
  return texts;
}

function createProduct(decimals: number): Handler {
  const made = (product: Product, { language }: Pick<Command, 'language'>): Answer => ({
    status: 201,
    location: location(product),
    version: product.version,
    data: productResource(product, language, decimals),
    language,
  });
  return makesOnce(made, {
    needs: ({ body }) => ({ ...uniqueValues(body), sequences: ['products'] }),
    check: (state, { body }) => errorsOr(takenErrors(state, body, null), state),
    decide: (_state, command, { now, nextId }) => {
      const product: Product = {
        ...newRecord(nextId('products'), command.body, command, now),
        ...textsIn(command.body),
        manufacturing_price: command.body.manufacturing_price ?? 0,
      };
      return {
        answer: made(product, command),
        changes: [{ table: 'products', put: product }],
        events: [event('created', product, decimals)],
      };
    },
  });
}

export function productHandlers(decimals: number): Handlers<CatalogTables, CatalogNeeds, ProductCommands> {
  return {
    'products.create': createProduct(decimals),
    'products.update': checksFirst({
      needs: ({ params, body }) => ({ ...uniqueValues(body), products: [params.product] }),
      check: (state, command) => {
        const product = existing(state.products, command.params.product, command);
        return errorsOr(takenErrors(state, command.body, product), product);
      },
      decide: (before, command, { now }) => {
        const product = changeRecord(before, command.body, now);
        const data = productResource(product, command.language, decimals);
        return {
          answer: { status: 200, version: product.version, data, language: command.language },
          changes: product === before ? [] : [{ table: 'products', put: product }],
          events: product === before ? [] : [event('updated', product, decimals)],
        };
      },
    }),
    'products.delete': {
      needs: ({ params }) => ({ products: [params.product] }),
      decide: ({ products }, command, { now }) => {
        const product = existing(products, command.params.product, command);
        return {
          answer: { status: 204 },
          changes: removal<CatalogTables>('products', product, command, now),
          events: [event('deleted', product, decimals)],
        };
      },
    },
  };
}

export function productBulk(
  decimals: number,
): Record<
  'products.bulk-update' | 'products.bulk-price' | 'products.bulk-delete',
  BulkWork<CatalogTables, CatalogNeeds>
> {
  const of: BulkRecords = {
    table: 'products',
    eventOf: (happened, record) => event(happened, record as Product, decimals),
    refuseRestored: (state, last) => takenErrors(state, last as Product, null),
  };
  return {
    'products.bulk-update': bulkActivation(of),
    'products.bulk-price': bulkPricing(of, decimals),
    'products.bulk-delete': bulkDeletion(of),
  };
}
