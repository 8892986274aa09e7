/**
 * The page wrappers of Laravel's paginated resource collections, key for key (illuminate/pagination 12:
 * LengthAwarePaginator, UrlWindow, CursorPaginator; PaginatedResourceResponse). Pure.
 */

/** The caller's parameters in the order sent, decoded. */
type Query = readonly (readonly [name: string, value: string])[];

interface List {
  /** Absolute URL of the list, without a query. */
  baseUrl: string;
  query: Query;
  perPage: number;
}

interface PageInput extends List {
  /** The number of the page, from 1. It may be past the last page. */
  page: number;
  total: number;
  /** When the matches were counted (ISO 8601), if not just now. */
  totalAsOf?: string | null;
  count: number;
}

interface PageLink {
  url: string | null;
  label: string;
  /** The number of the page. Gaps (`...`) have no number. Null: the page does not exist. */
  page?: number | null;
  active: boolean;
}

export interface CursorInput extends List {
  nextCursor: string | null;
  prevCursor: string | null;
}

/** How many pages are shown on either side of the current one. Laravel calls it onEachSide. */
const onEachSide = 3;

export function laravelPage(input: PageInput) {
  const { baseUrl, query, page, perPage, total, totalAsOf, count } = input;
  const path = baseUrl.replace(/\/+$/, '');
  const lastPage = Math.max(Math.ceil(total / perPage), 1);
  const from = count > 0 ? (page - 1) * perPage + 1 : null;
  const url = urlsOf(path, query, 'page');
  const step = (label: string, to: number | null): PageLink => ({
    url: to === null ? null : url(to),
    label,
    page: to,
    active: false,
  });
  const previous = step('&laquo; Previous', page > 1 ? page - 1 : null);
  const next = step('Next &raquo;', page < lastPage ? page + 1 : null);
  const numbered = pageWindow(page, lastPage).map((number) => pageLink(number, page, url));
  return {
    links: { first: url(1), last: url(lastPage), prev: previous.url, next: next.url },
    meta: {
      current_page: page,
      from,
      last_page: lastPage,
      links: [previous, ...numbered, next],
      path,
      per_page: perPage,
      to: from === null ? null : from + count - 1,
      total,
      // The only key that Laravel's pages do not have. Its value is the time at which a large total was counted.
      ...(typeof totalAsOf === 'string' && { total_as_of: totalAsOf }),
    },
  };
}

export function cursorPage(input: CursorInput) {
  const { baseUrl, query, perPage, nextCursor, prevCursor } = input;
  const path = baseUrl.replace(/\/+$/, '');
  const url = urlsOf(path, query, 'cursor');
  const to = (cursor: string | null) => (cursor === null ? null : url(cursor));
  return {
    links: { first: null, last: null, prev: to(prevCursor), next: to(nextCursor) },
    meta: { path, per_page: perPage, next_cursor: nextCursor, prev_cursor: prevCursor },
  };
}

function pageLink(number: number | 'gap', current: number, url: (page: number) => string): PageLink {
  if (number === 'gap') return { url: null, label: '...', active: false };
  return { url: url(number), label: String(number), page: number, active: number === current };
}

/** Like UrlWindow: a long list shows its first two pages, its last two pages, and the pages around the current page. */
function pageWindow(page: number, lastPage: number): (number | 'gap')[] {
  if (lastPage < onEachSide * 2 + 8) return range(1, lastPage);
  const edge = onEachSide + 4;
  const [start, finish] = [range(1, 2), range(lastPage - 1, lastPage)];
  if (page <= edge) return [...range(1, edge + onEachSide), 'gap', ...finish];
  if (page > lastPage - edge)
    return [...start, 'gap', ...range(lastPage - (edge + onEachSide - 1), lastPage)];
  return [...start, 'gap', ...range(page - onEachSide, page + onEachSide), 'gap', ...finish];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Like Arr::query, which is http_build_query with RFC 3986. The caller's parameters come first, then the page's. */
function urlsOf(path: string, query: Query, pager: string): (value: string | number) => string {
  const others = query
    .filter(([name]) => name !== pager)
    .map(([name, text]) => `${rawUrlEncode(name)}=${rawUrlEncode(text)}&`);
  const start = [path, '?', ...others, pager, '='].join('');
  // Joins the parts, because V8 serialises an object several times more slowly if it contains a concatenated string.
  return (value) => [start, rawUrlEncode(String(value))].join('');
}

/** PHP's rawurlencode leaves only letters, digits and `-_.~` unchanged. encodeURIComponent leaves five more characters. */
function rawUrlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
