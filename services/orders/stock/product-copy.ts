import type { Handler, State } from '#shared/engine/decide/handler.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { isSound, type ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { fromMajor } from '#shared/contracts/kit/money.ts';
import type { OrdersNeeds, OrdersTables } from '../records/tables.ts';

/** The stored copy, or the catalog's response if the product has none yet. Undefined: the product is missing or deleted. */
export function findProduct(
  state: Pick<State<OrdersTables>, 'products' | 'newProducts'>,
  id: number,
): ProductCopy | undefined {
  const copy = state.products.get(id) ?? state.newProducts.get(id);
  return copy?.is_deleted === true ? undefined : copy;
}

export const productEvents = ['catalog.product.*.v1'] as const;

/** Prices are in major units. */
interface ProductEventData extends Omit<ProductCopy, '_id' | 'is_deleted'> {
  id: number;
}

type ProductEvent = Command<string, Record<string, number>, ProductEventData>;

function toCopy(data: ProductEventData, isDeleted: boolean, decimals: number): ProductCopy {
  return {
    _id: data.id,
    version: data.version,
    price: fromMajor(data.price, decimals),
    manufacturing_price: fromMajor(data.manufacturing_price, decimals),
    is_active: data.is_active,
    is_deleted: isDeleted,
    en: { name: data.en.name },
    ar: { name: data.ar.name },
  };
}

/** Reads the copy of a product from an event. Returns null if the event has no product data. */
export function copyInEvent(data: Readonly<Record<string, unknown>>, decimals: number): ProductCopy | null {
  const { en, ar } = data as Partial<ProductEventData>;
  return en && ar ? toCopy(data as unknown as ProductEventData, false, decimals) : null;
}

function copyHandler(isDeleted: boolean, decimals: number): Handler<OrdersTables, OrdersNeeds, ProductEvent> {
  return {
    needs: ({ body }) => ({ productCopies: body.id === undefined ? [] : [body.id] }),
    decide: ({ products }, { body }) => {
      const known = products.get(body.id);
      const isNewer = known === undefined || body.version > known.version;
      const copy = toCopy(body, isDeleted, decimals);
      // Ignores a damaged product. Orders use the last undamaged copy until the product is repaired.
      const isTaken = isNewer && (isDeleted || isSound(copy));
      return {
        answer: { status: 200 },
        changes: isTaken ? [{ table: 'products', put: copy }] : [],
        events: [],
      };
    },
  };
}

/** Events may come late, twice or out of order, so only a newer version replaces a copy. */
export function productCopyHandlers(
  decimals: number,
): Record<string, Handler<OrdersTables, OrdersNeeds, ProductEvent>> {
  return {
    'catalog.product.created.v1': copyHandler(false, decimals),
    'catalog.product.updated.v1': copyHandler(false, decimals),
    'catalog.product.deleted.v1': copyHandler(true, decimals),
  };
}
