import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery, type QueryKey } from '@tanstack/react-query';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useClient, type ReadOptions } from './client.tsx';
import { problemOf } from './problem.ts';

interface Rehearsal<Draft, Outcome> {
  outcome: Outcome | undefined;
  problem: StoreError | undefined;
  /** The draft of a moment ago, to which `problem` belongs. */
  settled: Draft;
  /** True while the draft differs from the one that was rehearsed last, whose outcome and problem these are. */
  isOutdated: boolean;
}

const pauseMs = 300;

/**
 * Rehearses a write (a dry run): returns the outcome that it would have now. `of` is the query key of the record or list that
 * the write would change. Rehearses again when the data of these queries changes, and when the user pauses after a change of the
 * draft. Rehearses nothing if `bodyOf` returns no body for the draft.
 */
export function useRehearsal<Draft, Body extends object, Outcome>(
  of: QueryKey,
  draft: Draft,
  bodyOf: (draft: Draft) => Body | undefined,
  send: (body: Body & { dry_run: true }, options: ReadOptions) => PromiseLike<Outcome>,
): Rehearsal<Draft, Outcome> {
  const client = useClient();
  const { language } = useLanguage();
  const [settled] = useDebouncedValue(draft, pauseMs);
  const body = bodyOf(settled);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...of, 'rehearsal', body, language],
    queryFn:
      body === undefined
        ? skipToken
        : async ({ signal }) => send({ ...body, dry_run: true }, { client, signal }),
    placeholderData: keepPreviousData,
  });
  return {
    outcome: body === undefined || error !== null ? undefined : data,
    problem: problemOf(error),
    settled,
    isOutdated: isPlaceholderData || settled !== draft,
  };
}
