import type { Model } from 'mongoose';
import type { ReadRequest } from '../../contracts/kit/define.ts';
import type { ListQuery } from '../../contracts/kit/list-query.ts';
import type { MongoFilter } from '../../platform/mongo/operator.ts';
import type { FiltersOf } from './filters.ts';
import type { Count } from './totals.ts';

export interface Identified {
  _id: number;
}

export type Listed<R> = R & { search: string };

export interface ListSource<D, Filters> {
  model: Model<D>;
  filters: FiltersOf<Filters>;
  /** Paths of sortable fields that are stored under another name. */
  sortPaths?: Readonly<Record<string, string>>;
  /** Fields with unique values. A list that is sorted by a unique field needs no further sort key. */
  uniqueFields?: readonly string[];
  /** Chooses the index for a query if the index that MongoDB would choose is slow. */
  access?: (query: ListQuery<Filters>) => Promise<ListAccess>;
  /**
   * Finds the records that match filters on other collections; null if the query has no such filter. The functions of these
   * filters in `filters` return `{}`.
   */
  lookUp?: (query: ListQuery<Filters>, scope: MongoFilter) => Promise<LookedUp | null>;
  /** Like `lookUp`, but the result has an empty `filter`, and `among` checks which records match. Null: use `lookUp` instead. */
  pick?: (query: ListQuery<Filters>) => Promise<(LookedUp & { among: Among }) | null>;
  /** The index for a list that is limited by a scope. */
  scopedAccess?: ListAccess;
  /**
   * Returns a function that reads a stored total, which every write keeps up to date. If either function returns null, the
   * records are counted.
   */
  keptTotal?: (query: ListQuery<Filters>) => (() => Promise<number | null>) | null;
  /** Finds the matches of `search`; without an index MongoDB scans the texts. */
  searchIndex?: SearchIndex;
  /** All spellings to search for, normalised by `foldText`. Absent: only the spelling from `foldedTerm`. */
  spellings?: (term: string) => string[];
  render: (document: D, request: Pick<ReadRequest, 'caller' | 'language'>) => unknown;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- lists of all kinds of records are read alike
export type AnyList = ListSource<any, any>;

/** The records that match some filters, found in other collections. */
export interface LookedUp {
  /** The names of these filters. */
  of: readonly string[];
  filter: MongoFilter;
  /** All matching ids. Null if there are too many; a scan of the records then finds a page quickly. */
  ids: readonly number[] | null;
  count: Count;
  /** Counts the matches that also match the filter `others`, with the index `by`. Absent if `ids` is never null. */
  countOf?: (others: MongoFilter, by: CountedWith['by']) => Count;
  /**
   * Set by `pick` if there are too many matches to list their ids. Each page is then found by reading the list without these
   * filters and checking its records.
   */
  among?: Among;
}

/** Finds out which records of a list match. */
export interface Among {
  /** The sizes of the batches of list rows to check, one after another, before `all` is used. */
  lots: readonly number[];
  /** Returns the ids of the matching records. */
  some: (ids: readonly number[]) => Promise<number[]>;
  /** A filter for all matches, used if the batches contain too few. */
  all: () => Promise<MongoFilter>;
}

export interface ListAccess {
  /** A condition that is true for every record, so that MongoDB can use the index. */
  filter?: MongoFilter;
  hint?: IndexKeys;
  /**
   * Whether the index has another sort order than the list. Index keys are then sorted first, and only the page's documents are
   * read.
   */
  keysFirst?: boolean;
  /** How to count the matches, if the count needs another index than the page. */
  count?: CountedWith;
  /** Finds ids far down a list that is sorted by id, without skipping the rows before. Null: not possible at the moment. */
  idsAt?: (slice: IdSlice) => Promise<number[] | null>;
}

/** A page of a list that is sorted by id. */
export interface IdSlice {
  descending: boolean;
  skip: number;
  limit: number;
}

export interface CountedWith {
  /** A condition that every match fulfils. */
  within: MongoFilter;
  /** The index for the count. `looked-up`: the index that finds the matches of `lookUp`. Undefined: MongoDB chooses. */
  by: IndexKeys | 'looked-up' | undefined;
}

export type IndexKeys = Readonly<Record<string, 1>>;

/** Finds ids by text. Results are always complete, even if the index lags behind the records. */
export interface SearchIndex {
  /** One page of the ids whose text contains the term, in order. `after` limits the page to ids after a cursor. */
  page: (term: string, slice: IdSlice & { after: MongoFilter | null }) => Promise<number[]>;
  /** All ids whose text contains the term. Null if there are too many; a scan of the records then finds a page quickly. */
  few: (term: string) => Promise<number[] | null>;
  count: (term: string) => Count;
}

/** A query that takes longer than this is aborted, because it would delay other queries. */
export const maxTimeMs = 30_000;
