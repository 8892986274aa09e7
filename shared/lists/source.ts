import type { Model } from 'mongoose';
import type { ReadRequest } from '../contracts/schema-kit/define.ts';
import type { ListQuery } from '../contracts/schema-kit/list-query.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import type { FiltersOf } from './filters.ts';
import type { Count } from './totals.ts';

/** What every listed document has. */
export interface Identified {
  _id: number;
}

/** A stored record with the text that `search` looks into. */
export type Listed<R> = R & { search: string };

/** How one resource is listed from its collection. */
export interface ListSource<D, Filters> {
  model: Model<D>;
  filters: FiltersOf<Filters>;
  /** Paths of sortable fields that are stored under another name. */
  sortPaths?: Readonly<Record<string, string>>;
  /** Fields that no two records share: a sort by one needs no other. */
  uniqueFields?: readonly string[];
  /** The index for a query, where MongoDB's own choice is slow. */
  access?: (query: ListQuery<Filters>) => Promise<ListAccess>;
  /** Asks other collections first for what filters mean; null: none of these is asked. Those read `{}` in `filters`. */
  lookUp?: (query: ListQuery<Filters>, scope: MongoFilter) => Promise<LookedUp | null>;
  /** The same for a page of all records that is read by `among` alone: its `filter` says nothing. Null: look it up. */
  pick?: (query: ListQuery<Filters>) => Promise<(LookedUp & { among: Among }) | null>;
  /** The index of what a caller may see alone. */
  scopedAccess?: ListAccess;
  /** Reads a total that is kept as records are written; null where this query needs a count, or does at the moment. */
  keptTotal?: (query: ListQuery<Filters>) => (() => Promise<number | null>) | null;
  /** Finds what `search` asks for; without one MongoDB looks through the texts. */
  searchIndex?: SearchIndex;
  /** The folded spellings of a term that `search` looks for, where they are not those of `search-text.ts`. */
  spellings?: (term: string) => string[];
  render: (document: D, request: Pick<ReadRequest, 'caller' | 'language'>) => unknown;
}

/** The records that some filters mean, by what other collections told of them. */
export interface LookedUp {
  /** The names of these filters. */
  of: readonly string[];
  filter: MongoFilter;
  /** All of them; null when they are so many that reading through the records shows some soon. */
  ids: readonly number[] | null;
  /** Of all of them. */
  count: Count;
  /** Counts those of them for which all of this holds, by an index of theirs or of these others. Absent: their ids are always known. */
  countOf?: (others: MongoFilter, by: CountedPart['by']) => Count;
  /** Of what is picked: they are so many that each page is found in the list without these filters. */
  among?: Among;
}

/** Picks records out of others. */
export interface Among {
  /** So many are looked at, one lot after another, before `all` is asked. */
  lots: readonly number[];
  /** Which of these records are meant. */
  some: (ids: readonly number[]) => Promise<number[]>;
  /** True of all that are meant, for where a walk finds too few. */
  all: () => Promise<MongoFilter>;
}

export interface ListAccess {
  /** True of every record; named so that the index can be used. */
  filter?: MongoFilter;
  hint?: IndexKeys;
  /** The index does not yield the list's order: ids are sorted within it, and only the documents of the page are read. */
  keysFirst?: boolean;
  /** How matches are counted, where it is not by the same index: each part on its own. */
  count?: readonly CountedPart[];
  /**
   * Finds the ids of a page far down the list, in the order of ids, without skipping all that is before it. Null: not at
   * the moment.
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
  /** The filter of this name holds for every record of the part: it is not looked at. */
  sure?: string;
  /** `looked-up`: the indexes of what was looked up. Undefined: MongoDB's own choice. */
  by: IndexKeys | 'looked-up' | undefined;
}

export type IndexKeys = Readonly<Record<string, 1>>;

/** Answers by id; complete at any moment, however far the index is behind the records. */
export interface SearchIndex {
  /** A page of the ids whose text holds the term, in their order; `after` narrows to those after a cursor. */
  page: (term: string, slice: IdSlice & { after: MongoFilter | null }) => Promise<number[]>;
  /** All ids whose text holds the term; null when they are so many that reading through the records shows some soon. */
  few: (term: string) => Promise<number[] | null>;
  /** Counts the texts that hold the term. */
  count: (term: string) => Count;
}
