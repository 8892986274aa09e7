import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { adminOrdersList, StoreError, type Client } from '#clients/typescript/src/main.ts';
import { useClient } from './client.tsx';

/**
 * Opens the order with this number, or the page at `otherwise` if there is no such order. Responses may arrive out of order, so
 * only the last call opens a page. After the component was unmounted, no call opens a page.
 */
export function useOpenByNumber(): (number: string, otherwise?: string) => Promise<void> {
  const client = useClient();
  const [, navigate] = useLocation();
  const asked = useRef(0);
  useEffect(() => () => void (asked.current += 1), []);
  return useMemo(
    () => async (number, otherwise) => {
      const own = (asked.current += 1);
      const id = await findOrder(client, number);
      const address = id === undefined ? otherwise : `/orders/${id}`;
      if (own === asked.current && address !== undefined) navigate(address);
    },
    [client, navigate],
  );
}

/** The length of the longest order number that the API's filter accepts. */
export const longestNumber = 64;

/** Accepts every notation that the API's filter accepts. Undefined unless exactly one order matches. */
async function findOrder(client: Client, number: string): Promise<number | undefined> {
  if (number.trim() === '' || number.length > longestNumber) return undefined;
  const query = { filters: { order_number: number }, paginate: 'cursor', per_page: 2 } as const;
  try {
    const { data } = await adminOrdersList({ client, query });
    return data.length === 1 ? data[0]?.id : undefined;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
