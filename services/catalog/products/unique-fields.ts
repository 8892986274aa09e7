import type { FieldError } from '#shared/contracts/errors.ts';
import { uniqueProductFields, type UniqueProductField } from '#shared/contracts/endpoints/product-fields.ts';
import { byName } from '#shared/contracts/kit/json-values.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import type { CatalogTables, Product } from '../records/tables.ts';

type Values = Partial<Record<UniqueProductField, string | null>>;

/** The values of unique fields (such as `sku`) in a body, by field. The store loads the products that already have them. */
export function uniqueValues(values: Values): Record<UniqueProductField, string[]> {
  return byName(uniqueProductFields, (name) => [values[name]].filter((value) => typeof value === 'string'));
}

/** Queries for products by their unique fields. A test requires a unique index for each query whose name begins with `same`. */
export const productLoads = Object.fromEntries(
  uniqueProductFields.map((name) => [
    `same_${name}`,
    { table: 'products', field: name, need: name } as const,
  ]),
);

/** Throws 409 if a damaged product has one of the values. */
export function takenErrors(
  { products }: Pick<State<CatalogTables>, 'products'>,
  values: Values,
  own: Product | null,
): FieldError[] {
  const isTaken = (name: UniqueProductField) => {
    const value = values[name] ?? null;
    if (value === null) return false;
    return allRecords(products, (other) => other[name] === value).some(({ _id }) => _id !== own?._id);
  };
  return uniqueProductFields.filter(isTaken).map((field) => ({ field, rule: 'unique' }));
}
