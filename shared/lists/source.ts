import type { Model } from 'mongoose';
import type { ReadRequest } from '../contracts/schema-kit/define.ts';
import type { ListQuery } from '../contracts/schema-kit/list-query.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import type { FiltersOf } from './filters.ts';
import type { Count } from './totals.ts';

/** A listed document. */
export interface Identified {
  _id: number;
}

/** A stored record with its search text. */
export type Listed<R> = R & { search: string };

/** How one resource is listed from its collection. */
export interface ListSource<D, Filters> {
  model: Model<D>;
  filters: FiltersOf<Filters>;
  /** Paths of sortable fields that are stored under another name. */
  sortPaths?: Readonly<Record<string, string>>;
  /** Unique fields: a sort by one needs no further key. */
  uniqueFields?: readonly string[];
  /** The index for a query for which MongoDB's own choice is slow. */
  access?: (query: ListQuery<Filters>) => Promise<ListAccess>;
  /** Resolves filters in other collections first; null if the query has none of these. In `filters` they return `{}`. */
  lookUp?: (query: ListQuery<Filters>, scope: MongoFilter) => Promise<LookedUp | null>;
  /** The same for a page of all records that only `among` reads; its `filter` is empty. Null: use `lookUp`. */
  pick?: (query: ListQuery<Filters>) => Promise<(LookedUp & { among: Among }) | null>;
  /** The index of the records in a scope. */
  scopedAccess?: ListAccess;
  /** Reads a total that is maintained on writes; null if this query needs a count, in general or at the moment. */
  keptTotal?: (query: ListQuery<Filters>) => (() => Promise<number | null>) | null;
  /** Finds the matches of `search`; without one MongoDB scans the texts. */
  searchIndex?: SearchIndex;
  /** The folded spellings of a term to search for, if there are others than `foldedTerm` gives. */
  spellings?: (term: string) => string[];
  render: (document: D, request: Pick<ReadRequest, 'caller' | 'language'>) => unknown;
}

/** The records that match some filters, found in other collections. */
export interface LookedUp {
  /** The names of these filters. */
  of: readonly string[];
  filter: MongoFilter;
  /** All ids; null if there are too many, so that scanning the records finds some soon. */
  ids: readonly number[] | null;
  /** Counts all of them. */
  count: Count;
  /** Counts those for which `others` holds, by their index or that of the others. Absent if their ids are always known. */
  countOf?: (others: MongoFilter, by: CountedPart['by']) => Count;
  /** Set when picking: there are too many matches, so each page is found by reading the list without these filters. */
  among?: Among;
}

/** Picks matching records from a list. */
export interface Among {
  /** The sizes of the lots to check, one after another, before `all` is used. */
  lots: readonly number[];
  /** Which of these records match. */
  some: (ids: readonly number[]) => Promise<number[]>;
  /** A filter for all matches, for when the lots contain too few. */
  all: () => Promise<MongoFilter>;
}

export interface ListAccess {
  /** True of every record; given so that the index can be used. */
  filter?: MongoFilter;
  hint?: IndexKeys;
  /** The index does not yield the list's order: ids are sorted from it, and only the page's documents are read. */
  keysFirst?: boolean;
  /** How to count matches, if not by the same index: each part on its own. */
  count?: readonly CountedPart[];
  /**
   * Finds the ids of a page far down the list, in the order of ids, without skipping over all before it.
   * Null: not possible at the moment.
   */
  idsAt?: (slice: IdSlice) => Promise<number[] | null>;
}

/** A page in the order of ids. */
export interface IdSlice {
  descending: boolean;
  skip: number;
  limit: number;
}

export interface CountedPart {
  within: MongoFilter;
  /** The filter of this name holds for every record of the part, so it is skipped. */
  sure?: string;
  /** `looked-up`: the indexes of the looked-up records. Undefined: MongoDB's own choice. */
  by: IndexKeys | 'looked-up' | undefined;
}

export type IndexKeys = Readonly<Record<string, 1>>;

/** Answers by id; always complete, even if the index lags behind the records. */
export interface SearchIndex {
  /** A page of the ids whose text contains the term, in order; `after` limits them to those after a cursor. */
  page: (term: string, slice: IdSlice & { after: MongoFilter | null }) => Promise<number[]>;
  /** All ids whose text contains the term; null if there are too many, so that scanning the records finds some soon. */
  few: (term: string) => Promise<number[] | null>;
  /** Counts the texts that contain the term. */
  count: (term: string) => Count;
}
