import { expect } from '@jest/globals';
import type { ReadRequest } from '#shared/contracts/kit/define.ts';
import { readListQuery } from '#shared/contracts/kit/list-query.ts';
import type { ReadAnswer } from '#shared/engine/reads/read-answer.ts';

type List = Parameters<typeof readListQuery>[0];
type Locale = Parameters<typeof readListQuery>[2];

/** The response of a list: the ids of its rows, and the page data if present. */
export interface Listed {
  ids: number[];
  total?: number;
  lastPage?: number;
  next?: string | null;
  prev?: string | null;
}

/** Requests a list from a service as the gateway would. The query is in the caller's form. */
export async function askList(
  read: (request: ReadRequest<Record<never, number>>) => Promise<ReadAnswer>,
  list: List,
  sent: Record<string, unknown>,
  locale: Locale,
): Promise<Listed> {
  const { query, errors } = readListQuery(list, sent, locale);
  expect(errors).toEqual([]);
  const answer = await read({
    params: {},
    query,
    language: 'en',
    url: 'http://x/list',
    parameters: [],
    caller: { area: 'admin', subject: 'boss', userId: null },
  });
  const idOf = (row: unknown) => (row as { id: number }).id;
  if (answer.kind === 'stream') {
    const ids = [];
    for await (const row of answer.rows) ids.push(idOf(row));
    return { ids };
  }
  if (answer.kind !== 'page') throw new Error('no list');
  const { data, meta } = answer.body as {
    data: unknown[];
    meta: { total?: number; last_page?: number; next_cursor?: string | null; prev_cursor?: string | null };
  };
  const { total, last_page: lastPage, next_cursor: next, prev_cursor: prev } = meta;
  return {
    ids: data.map(idOf),
    ...(total !== undefined && { total }),
    ...(lastPage !== undefined && { lastPage }),
    ...(next !== undefined && { next }),
    ...(prev !== undefined && { prev }),
  };
}
