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

/** How a list of one resource is read from its collection. */
export interface ListSource<D, Filters> {
  model: Model<D>;
  filters: FiltersOf<Filters>;
  /** Paths of sortable fields that are stored under another name. */
  sortPaths?: Readonly<Record<string, string>>;
  /** Unique fields: sorting by a unique field needs no further sort key. */
  uniqueFields?: readonly string[];
  /** The index for a query for which MongoDB's own choice is slow. */
  access?: (query: ListQuery<Filters>) => Promise<ListAccess>;
  /** Resolves the filters on other collections first; null if the query has no such filter. Their functions in `filters` return `{}`. */
  lookUp?: (query: ListQuery<Filters>, scope: MongoFilter) => Promise<LookedUp | null>;
  /** Like `lookUp`, for a page that only `among` reads; `filter` is then empty. Null: use `lookUp`. */
  pick?: (query: ListQuery<Filters>) => Promise<(LookedUp & { among: Among }) | null>;
  /** The index of the records in a scope. */
  scopedAccess?: ListAccess;
  /** Reads a total that is maintained on writes; null if this query needs a count, in general or at the moment. */
  keptTotal?: (query: ListQuery<Filters>) => (() => Promise<number | null>) | null;
  /** Finds the matches of `search`; without an index MongoDB scans the texts. */
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
  /** All matching ids; null if there are too many. Then scanning the records finds a page quickly. */
  ids: readonly number[] | null;
  /** Counts all matches. */
  count: Count;
  /**
   * Counts the matches to which the filter `others` applies too, with the matches' own index or the index for
   * `others`. Absent if their ids are always known.
   */
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
  /** A condition that is true for every record, so that MongoDB can use the index. */
  filter?: MongoFilter;
  hint?: IndexKeys;
  /** The index has another sort order than the list. So index keys are sorted first, and only the page's documents are read. */
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

/** Finds ids by text. Results are always complete, even if the index lags behind the records. */
export interface SearchIndex {
  /** A page of the ids whose text contains the term, in order; `after` limits them to those after a cursor. */
  page: (term: string, slice: IdSlice & { after: MongoFilter | null }) => Promise<number[]>;
  /** All ids whose text contains the term; null if there are too many. Then scanning the records finds a page quickly. */
  few: (term: string) => Promise<number[] | null>;
  /** Counts the texts that contain the term. */
  count: (term: string) => Count;
}
