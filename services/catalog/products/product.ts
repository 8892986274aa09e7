import type { BulkWork } from '#shared/engine/decide/bulk-operation.ts';
import { checksFirst, type Answer, type EventDraft, type Handlers } from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import type { Resource } from '#shared/engine/decide/resource.ts';
import { removal } from '#shared/engine/decide/deletion.ts';
import { existing, recordEvent } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import { bulkActivation, bulkDeletion, bulkPricing, type RecordEventOf } from '../records/bulk-change.ts';
import { productResource, productEventData } from '../records/catalog-resource.ts';
import { changeRecord, newRecord } from '../records/change-record.ts';
import { faults } from '../records/damaged-records.ts';
import type { CatalogNeeds, CatalogTables, Product } from '../records/tables.ts';
import { productFindings } from './audit-product.ts';

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

function createProduct(decimals: number): Handler {
  const made = (product: Product, { language }: Pick<Command, 'language'>): Answer => ({
    status: 201,
    location: location(product),
    version: product.version,
    data: productResource(product, language, decimals),
    language,
  });
  return makesOnce(made, {
    needs: () => ({ sequences: ['products'] }),
    check: (state) => state,
    decide: (_state, command, { now, nextId }) => {
      const product: Product = {
        ...newRecord(nextId('products'), command.body, command, now),
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
      needs: ({ params }) => ({ products: [params.product] }),
      check: ({ products }, command) => existing(products, command.params.product, command),
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
  const eventOf: RecordEventOf = (happened, record) => event(happened, record as Product, decimals);
  return {
    'products.bulk-update': bulkActivation('products', eventOf),
    'products.bulk-price': bulkPricing('products', eventOf, decimals),
    'products.bulk-delete': bulkDeletion('products', eventOf),
  };
}
