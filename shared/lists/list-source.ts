import type { Model } from 'mongoose';
import type { ListQuery } from '../contracts/schema-kit/list-query.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import type { Count, RecentTotals } from './list-total.ts';
import type { SharedReads } from './coalesce-reads.ts';

/** How one resource is listed from its collection. */
export interface ListSource<D, Filters> {
  model: Model<D>;
  filters: { readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => MongoFilter };
  /** Paths of sortable fields that are stored under another name. */
  sortPaths?: Readonly<Record<string, string>>;
  /** Fields that no two records share: a sort by one needs no other. */
  uniqueFields?: readonly string[];
  /** How to come to the rows of a query, where MongoDB is not left to choose. */
  access?: (query: ListQuery<Filters>) => ListAccess;
  /** Reads a total that is known without counting; null where these filters, or a search, need a count. */
  knownTotal?: (query: ListQuery<Filters>) => (() => Promise<number>) | null;
  /** Quicker ways to a page of what a search finds, and to how many there are, where nothing else is asked. */
  findMatches?: FindMatches;
  countMatches?: (term: string) => Count;
  /** Large totals, remembered for seconds. */
  totals: RecentTotals;
  /** For what many ask for at once, such as the first page of the shop's products. */
  shared: SharedReads;
  render: (document: D) => unknown;
}

/** The ids of what a search finds, in their order, after `skip` of them; `more` narrows to the rows after a cursor. */
export type FindMatches = (
  term: string,
  page: { more: readonly MongoFilter[]; descending: boolean; skip: number; limit: number },
) => Promise<number[]>;

export interface ListAccess {
  /** True of every record; named so that the index can be used. */
  filter?: MongoFilter;
  hint?: Readonly<Record<string, 1>>;
  /** The index does not yield the list's order: its keys are sorted, and only the rows of the page are read. */
  keysFirst?: boolean;
}

/** The filters that a query names, with their values. */
export function askedFilters<Filters>({ filters }: ListQuery<Filters>): [name: string, value: unknown][] {
  return Object.entries(filters as Record<string, unknown>).filter(([, value]) => (value ?? null) !== null);
}

/** Whether this asks for a page of what a term finds, by id, and for nothing else. */
export function isPageOfMatches<Filters>(query: ListQuery<Filters>): boolean {
  const [first] = query.sort;
  const isById = !first || first.field === 'id';
  return query.search !== null && query.paging.kind !== 'all' && isById && askedFilters(query).length === 0;
}
