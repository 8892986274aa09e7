import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import type { ListQuery } from '../contracts/schema-kit/list-query.ts';
import { dayRange } from '../contracts/schema-kit/moments.ts';
import { operator } from '../mongo/operator.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import { literally } from './search-text.ts';

/** A field of a document, or one of those within it: `en.name`. */
export type Path<D> = {
  [Name in keyof D & string]:
    | Name
    | (D[Name] extends readonly unknown[] | string | number | boolean | null
        ? never
        : `${Name}.${keyof D[Name] & string}`);
}[keyof D & string];

/** What MongoDB is asked for by the value of each filter. */
export type FiltersOf<Filters> = {
  readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => MongoFilter;
};

/** The kinds of filter that lists have, on fields of their documents. */
export function filtersOn<D>({ timeZone }: Pick<StoreLocale, 'timeZone'>) {
  return {
    equals: (path: Path<D>) => (value: unknown) => ({ [path]: value }),
    oneOf: (path: Path<D>) => (values: readonly unknown[]) => ({ [path]: operator({ $in: values }) }),
    /** Case-insensitive partial match in any of these fields. */
    contains:
      (...paths: readonly Path<D>[]) =>
      (text: string): MongoFilter => {
        const pattern = operator({ $regex: literally(text), $options: 'i' });
        return { $or: paths.map((path) => ({ [path]: pattern })) };
      },
    /** A day in the store's time zone; moments are kept as ISO 8601 UTC text, which sorts as time does. */
    onDay: (path: Path<D>) => (day: string) => {
      const { from, until } = dayRange(day, timeZone);
      return { [path]: operator({ $gte: from, $lt: until }) };
    },
  };
}

/** The filters that a query names, with their values. */
export function askedFilters<Filters>({ filters }: ListQuery<Filters>): [name: string, value: unknown][] {
  return Object.entries(filters as Record<string, unknown>).filter(([, value]) => (value ?? null) !== null);
}
