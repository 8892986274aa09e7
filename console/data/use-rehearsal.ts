import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { Client, StoreError } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useClient } from './client.tsx';
import { problemOf } from './problem.ts';

interface Rehearsal<Outcome> {
  outcome: Outcome | undefined;
  problem: StoreError | undefined;
}

/**
 * The outcome of a write of one record if it were sent now. `record`: the key of the record's queries. Rehearses again when the
 * body or the record changes. Without a body, nothing is rehearsed.
 */
export function useRehearsal<Body extends object, Outcome>(
  record: readonly [string, number],
  body: Body | undefined,
  send: (
    client: Client,
    body: Body & { dry_run: true },
    options: { signal: AbortSignal },
  ) => PromiseLike<Outcome>,
): Rehearsal<Outcome> {
  const client = useClient();
  const { language } = useLanguage();
  const { data, error } = useQuery({
    queryKey: [...record, 'rehearsal', body, language],
    queryFn:
      body === undefined
        ? skipToken
        : async ({ signal }) => send(client, { ...body, dry_run: true }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (body === undefined) return { outcome: undefined, problem: undefined };
  return error === null
    ? { outcome: data, problem: undefined }
    : { outcome: undefined, problem: problemOf(error) };
}
