import type { StoreLocale } from '../../contracts/kit/fields.ts';
import { momentsOf, type AmountRange, type MomentRange } from '../../contracts/kit/filter-kinds.ts';
import type { ListQuery } from '../../contracts/kit/list-query.ts';
import { operator, type MongoFilter } from '../../platform/mongo/operator.ts';
import { withoutUndefined } from '../decide/versioned-record.ts';
import { holdsPhone, holdsTerm } from './search-text.ts';

/** A field of a document, or a nested field such as `en.name`. */
type Path<D> = {
  [Name in keyof D & string]:
    | Name
    | (D[Name] extends readonly unknown[] | string | number | boolean | null
        ? never
        : `${Name}.${keyof D[Name] & string}`);
}[keyof D & string];

export type FiltersOf<Filters> = {
  readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => MongoFilter;
};

export function among(path: string, values: unknown): MongoFilter {
  return { [path]: Array.isArray(values) ? operator({ $in: values }) : values };
}

/** A filter for an amount, or for a range of amounts that includes both ends. */
export function amountWithin(path: string, asked: number | AmountRange): MongoFilter {
  if (typeof asked === 'number') return { [path]: asked };
  return { [path]: operator(withoutUndefined({ $gte: asked.from, $lte: asked.to })) };
}

/** A filter for a day in the shop's time zone, or for a range. Times are stored as ISO 8601 UTC text, which sorts by time. */
export function dateWithin(path: string, asked: string | MomentRange, timeZone: string): MongoFilter {
  const { from, until } = momentsOf(asked, timeZone);
  return { [path]: operator(withoutUndefined({ $gte: from, $lt: until })) };
}

export function filtersOn<D>({ timeZone }: Pick<StoreLocale, 'timeZone'>) {
  return {
    equals: (path: Path<D>) => (value: unknown) => ({ [path]: value }),
    oneOf: (path: Path<D>) => (values: unknown) => among(path, values),
    /**
     * Matches if one of the fields contains the text; `foldText` normalises both. `places`: the indexes of the fields in the
     * search text.
     */
    contains:
      (...places: readonly number[]) =>
      (text: string): MongoFilter =>
        holdsTerm('search', text, places),
    containsPhone:
      (place: number) =>
      (text: string): MongoFilter =>
        holdsPhone('search', text, [place]),
    amount: (path: Path<D>) => (asked: number | AmountRange) => amountWithin(path, asked),
    date: (path: Path<D>) => (asked: string | MomentRange) => dateWithin(path, asked, timeZone),
  };
}

export function askedFilters<Filters>({ filters }: ListQuery<Filters>): [name: string, value: unknown][] {
  return Object.entries(filters as Record<string, unknown>).filter(([, value]) => (value ?? null) !== null);
}
