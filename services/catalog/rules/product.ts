import type { BulkWork } from '#shared/decide/bulk-operation.ts';
import type { EventDraft, Handlers } from '#shared/decide/handler.ts';
import { recordEvent } from '#shared/decide/versioned-record.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import { bulkActivation, bulkDeletion } from './bulk-change.ts';
import { productResource } from './catalog-resource.ts';
import { changeRecord, existing, newRecord } from './change-record.ts';
import type { CatalogNeeds, CatalogTables, Product } from './tables.ts';

type ProductCommands = Pick<CatalogCommands, 'products.create' | 'products.update' | 'products.delete'>;

function event(happened: 'created' | 'updated' | 'deleted', product: Product, decimals: number): EventDraft {
  const of = { kind: 'catalog.product', path: 'products' };
  return recordEvent(of, happened, product, productResource(product, 'en', decimals));
}

const location = (product: Product) => `/api/admin/products/${product._id}`;

export function productHandlers(decimals: number): Handlers<CatalogTables, CatalogNeeds, ProductCommands> {
  return {
    'products.create': {
      needs: () => ({ sequence: 'products' }),
      decide: (_state, command, { now, nextId }) => {
        const { body, language } = command;
        const product: Product = {
          ...newRecord(nextId('products'), body, command, now),
          manufacturing_price: body.manufacturing_price ?? 0,
        };
        const data = productResource(product, language, decimals);
        return {
          answer: { status: 201, location: location(product), version: product.version, data },
          changes: [{ table: 'products', put: product }],
          events: [event('created', product, decimals)],
        };
      },
    },
    'products.update': {
      needs: ({ params }) => ({ products: [params.product] }),
      check: ({ products }, command) => {
        existing(products, command.params.product, command);
        return [];
      },
      decide: ({ products }, command, { now }) => {
        const before = existing(products, command.params.product, command);
        const product = changeRecord(before, command.body, command, now);
        const data = productResource(product, command.language, decimals);
        return {
          answer: { status: 200, version: product.version, data },
          changes: product === before ? [] : [{ table: 'products', put: product }],
          events: product === before ? [] : [event('updated', product, decimals)],
        };
      },
    },
    'products.delete': {
      needs: ({ params }) => ({ products: [params.product] }),
      decide: ({ products }, command) => {
        const product = existing(products, command.params.product, command);
        return {
          answer: { status: 204 },
          changes: [{ table: 'products', remove: product._id }],
          events: [event('deleted', product, decimals)],
        };
      },
    },
  };
}

/** Bulk work on products. */
export function productBulk(
  decimals: number,
): Record<'products.bulk-update' | 'products.bulk-delete', BulkWork<CatalogTables, CatalogNeeds>> {
  return {
    'products.bulk-update': bulkActivation('products', (record) =>
      event('updated', record as Product, decimals),
    ),
    'products.bulk-delete': bulkDeletion('products', (record) =>
      event('deleted', record as Product, decimals),
    ),
  };
}
