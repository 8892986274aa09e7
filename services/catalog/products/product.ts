import {
  checksFirst,
  errorsOr,
  type Answer,
  type Decision,
  type EventDraft,
  type Handlers,
  type Tools,
} from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { allRecords, type Resource } from '#shared/engine/decide/resource.ts';
import { removal } from '#shared/engine/decide/deletion.ts';
import { existing, matchVersion, recordEvent } from '#shared/engine/decide/versioned-record.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import { productFieldNames, type ProductFieldName } from '#shared/contracts/endpoints/product-fields.ts';
import { productWrites } from '#shared/contracts/endpoints/products.ts';
import { bulkWork } from '../records/bulk-change.ts';
import { productResource, productEventData } from '../records/catalog-resource.ts';
import { changeRecord, newRecord } from '../records/change-record.ts';
import { faults } from '../records/damaged-records.ts';
import type { CatalogNeeds, CatalogTables, Product, ProductTexts } from '../records/tables.ts';
import { productFindings } from './product-copy.ts';
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

type ProductCommands = Pick<
  CatalogCommands,
  'products.create' | 'products.update' | 'products.upsert' | 'products.delete'
>;
type NewProduct = ProductCommands['products.create']['body'];
type ProductChange = ProductCommands['products.update']['body'];
type ProductDecision = Decision<CatalogTables>;
type Upserted = { before: Product } | { whole: NewProduct };

function event(happened: 'created' | 'updated' | 'deleted', product: Product, decimals: number): EventDraft {
  const of = { kind: 'catalog.product', path: 'products', shape: 1 } as const;
  return recordEvent(of, happened, product, productEventData(product, decimals));
}

function textsIn(body: Partial<Record<ProductFieldName, string | null>>): ProductTexts {
  const texts: ProductTexts = {};
  for (const name of productFieldNames) {
    const text = body[name] ?? null;
    if (text !== null) texts[name] = text;
  }
  return texts;
}

function missingFields(body: Partial<ProductChange>, decimals: number): FieldError[] {
  const { errors } = validate(productWrites['products.create'].body, body, {
    currencyDecimals: decimals,
    timeZone: 'UTC',
  });
  return errors.filter(({ rule }) => rule === 'required');
}

export function productHandlers(decimals: number): Handlers<CatalogTables, CatalogNeeds, ProductCommands> {
  const made = (product: Product, { language }: Pick<Command, 'language'>): Answer => ({
    status: 201,
    location: `/api/admin/products/${product._id}`,
    version: product.version,
    data: productResource(product, language, decimals),
    language,
  });

  const creation = (command: Command, body: NewProduct, { now, nextId }: Tools): ProductDecision => {
    const product: Product = {
      ...newRecord(nextId('products'), body, command, now),
      ...textsIn(body),
      manufacturing_price: body.manufacturing_price ?? 0,
    };
    return {
      answer: made(product, command),
      changes: [{ table: 'products', put: product }],
      events: [event('created', product, decimals)],
    };
  };

  const change = (
    before: Product,
    { language }: Command,
    body: ProductChange,
    { now }: Tools,
  ): ProductDecision => {
    const product = changeRecord(before, body, now);
    const data = productResource(product, language, decimals);
    return {
      answer: { status: 200, version: product.version, data, language },
      changes: product === before ? [] : [{ table: 'products', put: product }],
      events: product === before ? [] : [event('updated', product, decimals)],
    };
  };

  return {
    'products.create': makesOnce(made, {
      needs: ({ body }) => ({ ...uniqueValues(body), sequences: ['products'] }),
      check: (state, { body }) => errorsOr(takenErrors(state, body, null), state),
      decide: (_state, command, tools) => creation(command, command.body, tools),
    }),
    'products.update': checksFirst({
      needs: ({ params, body }) => ({ ...uniqueValues(body), products: [params.product] }),
      check: (state, command) => {
        const product = existing(state.products, command.params.product, command);
        return errorsOr(takenErrors(state, command.body, product), product);
      },
      decide: (before, command, tools) => change(before, command, command.body, tools),
    }),
    'products.upsert': makesOnce(made, {
      needs: ({ body }) => ({ ...uniqueValues(body), sequences: ['products'] }),
      check: (state, command) => {
        const { body } = command;
        // Without a valid external id, the store cannot look up whether the product exists.
        if (body.external_id === undefined) return takenErrors(state, body, null);
        const [before = null] = allRecords(state.products, (one) => one.external_id === body.external_id);
        const addressed = before && { collection: 'products', id: before._id };
        matchVersion(command, before ?? { version: 0 }, [], addressed);
        const taken = takenErrors(state, body, before);
        if (before) return errorsOr<Upserted>(taken, { before });
        const missing = missingFields(body, decimals);
        return errorsOr<Upserted>([...missing, ...taken], { whole: body as NewProduct });
      },
      decide: (found, command, tools) =>
        'before' in found
          ? change(found.before, command, command.body, tools)
          : creation(command, found.whole, tools),
    }),
    'products.delete': {
      needs: ({ params }) => ({ products: [params.product] }),
      decide: ({ products }, command, { now }) => {
        const product = existing(products, command.params.product, command);
        return {
          answer: { status: 204 },
          changes: removal('products', product, command, now),
          events: [event('deleted', product, decimals)],
        };
      },
    },
  };
}

export function productBulk(decimals: number) {
  return bulkWork(
    {
      table: 'products',
      eventOf: (happened, record) => event(happened, record as Product, decimals),
      refuseRestored: (state, last) => takenErrors(state, last as Product, null),
    },
    decimals,
  );
}
