import type { CursorMeta, ListMeta, PageLinks, PageMeta } from './generated/types.gen.ts';
import { lazily } from './lazily.ts';
import type { Call, Received, Request } from './call.ts';

/** A page of a list in any of its three forms: all rows, a numbered page, or a page with a cursor. */
export interface Page<Item> {
  data: Item[];
  links?: PageLinks;
  meta?: ListMeta;
}

export interface NumberedPage<Item> {
  data: Item[];
  links: PageLinks;
  meta: PageMeta;
}

export interface CursorPage {
  data: unknown[];
  meta: CursorMeta;
}

/**
 * A read of a list that has only pages with cursors, such as a timeline. Awaiting it yields the response as requested. Iterating
 * yields every record and requests pages as needed.
 */
export interface CursorList<Item, Answer> extends Call<Answer>, AsyncIterable<Item> {}

/** A read of any other list. */
export interface List<Item, Answer> extends CursorList<Item, Answer> {
  /** Requests one page together with the total. Use it for a table with page numbers. */
  page: (number: number) => Promise<NumberedPage<Item>>;
}

/** A response that consists of lines. Awaiting it yields all lines. Iterating yields the lines one by one. */
export interface Lines<Line> extends Call<Line[]>, AsyncIterable<Line> {}

const iteratedPerPage = 100;

/** React Native's engine may lack `Symbol.asyncIterator`. Babel's `for await` then uses this name instead. */
const asyncIterator: typeof Symbol.asyncIterator = ((Symbol as { asyncIterator?: symbol }).asyncIterator ??
  '@@asyncIterator') as typeof Symbol.asyncIterator;

type Query = Record<string, unknown> & { paginate?: string; page?: number };

/** A read, possibly of a list. Sends no request until it is awaited or iterated. */
export function readOf(
  request: Request,
  read: (request: Request) => Promise<Received>,
): List<unknown, unknown> {
  const asked = (request.query ?? {}) as Query;
  const pageOf = async <P>(query: Query) =>
    (await read({ ...request, query: { ...asked, ...query } })).data as P;
  let sent: Promise<Received> | undefined;
  const answer = () => (sent ??= read(request));

  return Object.assign(
    lazily(async () => unwrapped((await answer()).data)),
    {
      withResponse: async () => {
        const received = await answer();
        return { ...received, data: unwrapped(received.data) };
      },
      page: (number: number) => pageOf<NumberedPage<unknown>>({ paginate: 'true', page: number }),
      [asyncIterator]: () => itemsOf(asked, pageOf),
    },
  );
}

async function* itemsOf(
  asked: Query,
  pageOf: <P>(query: Query) => Promise<P>,
): AsyncGenerator<unknown, void, undefined> {
  const { paginate = 'cursor', per_page = iteratedPerPage } = asked;
  if (paginate === 'false') {
    yield* (await pageOf<Page<unknown>>({})).data;
  } else if (paginate === 'cursor') {
    let cursor: unknown = asked['cursor'];
    do {
      const page = await pageOf<CursorPage | unknown[]>({ paginate, per_page, cursor });
      // A response with one JSON object per line has no pages.
      if (Array.isArray(page)) return yield* page;
      yield* page.data;
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
  } else {
    for (let number = asked.page ?? 1, last = number; number <= last; number += 1) {
      const page = await pageOf<NumberedPage<unknown>>({ per_page, page: number });
      yield* page.data;
      last = page.meta.last_page;
    }
  }
}

/** Unwraps the `data` of a single record. Returns a list unchanged, with `links` and `meta`. */
export function unwrapped(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return answer;
  return Array.isArray(answer.data) ? answer : answer.data;
}
