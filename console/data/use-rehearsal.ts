import { keepPreviousData, skipToken, useQuery, type QueryKey } from '@tanstack/react-query';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useClient, type ReadOptions } from './client.tsx';
import { problemOf } from './problem.ts';

interface Rehearsal<Outcome> {
  outcome: Outcome | undefined;
  problem: StoreError | undefined;
  /** True while the outcome is that of an earlier body. */
  isOutdated: boolean;
}

/**
 * Rehearses a write (a dry run): returns the outcome that it would have now. `of` is the query key of the record or list that
 * the write would change. Rehearses again when the body or the data of these queries changes. Without a body, rehearses
 * nothing.
 */
export function useRehearsal<Body extends object, Outcome>(
  of: QueryKey,
  body: Body | undefined,
  send: (body: Body & { dry_run: true }, options: ReadOptions) => PromiseLike<Outcome>,
): Rehearsal<Outcome> {
  const client = useClient();
  const { language } = useLanguage();
  const {
    data,
    error,
    isPlaceholderData: isOutdated,
  } = useQuery({
    queryKey: [...of, 'rehearsal', body, language],
    queryFn:
      body === undefined
        ? skipToken
        : async ({ signal }) => send({ ...body, dry_run: true }, { client, signal }),
    placeholderData: keepPreviousData,
  });
  if (body === undefined) return { outcome: undefined, problem: undefined, isOutdated: false };
  return error === null
    ? { outcome: data, problem: undefined, isOutdated }
    : { outcome: undefined, problem: problemOf(error), isOutdated: false };
}
