import type { CursorMeta, ListMeta, PageLinks, PageMeta } from './generated/types.gen.ts';
import { lazily } from './lazily.ts';
import type { Call, Received, Request } from './call.ts';

/** A list as any of its three forms. */
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

interface CursorPage {
  data: unknown[];
  meta: CursorMeta;
}

/** Awaited: the answer as it was asked for. Iterated: every record, page by page as they are needed. */
export interface List<Item, Answer> extends Call<Answer>, AsyncIterable<Item> {
  /** One page with the total, for a pager. */
  page: (number: number) => Promise<NumberedPage<Item>>;
}

/** Awaited: all of the lines. Iterated: one after the other. */
export interface Lines<Line> extends Call<Line[]>, AsyncIterable<Line> {}

const iteratedPerPage = 100;

/** React Native's engine may have none: what Babel makes of `for await` then looks for this name. */
const asyncIterator: typeof Symbol.asyncIterator = ((Symbol as { asyncIterator?: symbol }).asyncIterator ??
  '@@asyncIterator') as typeof Symbol.asyncIterator;

type Query = Record<string, unknown> & { paginate?: string; page?: number };

/** A read, which may be of a list. Nothing is sent before it is awaited or iterated. */
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
      // Lines, which have no pages.
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

/** One record stands in `data` for what may come beside it; lists keep their `links` and `meta`. */
export function unwrapped(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return answer;
  return Array.isArray(answer.data) ? answer : answer.data;
}
