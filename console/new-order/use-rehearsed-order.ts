import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import {
  adminOrdersRehearseCreate,
  type OrdersCreateBody,
  type RehearsedAdminOrder,
  type StoreError,
} from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { problemOf } from '../data/problem.ts';
import { useLanguage } from '../texts/language.tsx';

interface RehearsedOrder {
  /** The order as the store would place it now. */
  order: RehearsedAdminOrder | undefined;
  problem: StoreError | undefined;
  /** True while the order is that of an earlier body. */
  isOutdated: boolean;
}

/** The outcome if this order were placed now. Without a body there is none. */
export function useRehearsedOrder(body: OrdersCreateBody | undefined): RehearsedOrder {
  const client = useClient();
  const { language } = useLanguage();
  const {
    data,
    error,
    isPlaceholderData: isOutdated,
  } = useQuery({
    queryKey: ['orders', 'rehearsed', body, language],
    queryFn:
      body === undefined
        ? skipToken
        : async ({ signal }) => adminOrdersRehearseCreate({ client, body, signal }),
    placeholderData: keepPreviousData,
  });
  if (body === undefined) return { order: undefined, problem: undefined, isOutdated: false };
  return error === null
    ? { order: data, problem: undefined, isOutdated }
    : { order: undefined, problem: problemOf(error), isOutdated: false };
}
