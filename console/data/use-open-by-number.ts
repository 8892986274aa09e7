import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { useClient } from './client.tsx';
import { findOrder } from './find-order.ts';

/**
 * Opens the order with a number, or else the page at `otherwise`. Only the last number counts, because responses may arrive in
 * another sequence, or after the user left the page.
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
