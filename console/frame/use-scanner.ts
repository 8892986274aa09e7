import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useClient } from '../data/client.tsx';
import { findOrder } from '../data/find-order.ts';
import { isBusy, keyOf } from '../parts/shortcuts.tsx';

/** Scanners that act as a keyboard leave shorter gaps than this between keys; people leave longer gaps. */
const longestGapMs = 50;
const shortestNumber = 4;

/** Opens an order when its barcode is scanned on any page, unless the user is typing in a field. */
export function useScanner(): void {
  const client = useClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    let scanned = '';
    let lastAt = -Infinity;
    const open = async (number: string) => {
      const id = await findOrder(client, number);
      navigate(
        id === undefined ? `/orders?${new URLSearchParams({ search: number }).toString()}` : `/orders/${id}`,
      );
    };
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const isFast = event.timeStamp - lastAt <= longestGapMs;
      if (event.key === 'Enter') {
        if (isFast && scanned.length >= shortestNumber && /\d/.test(scanned)) {
          // Without this, a focused button or row would also handle the scanner's Enter.
          event.preventDefault();
          event.stopPropagation();
          void open(scanned);
        }
        scanned = '';
      } else if (event.key.length === 1) {
        scanned = (isFast ? scanned : '') + keyOf(event);
        lastAt = event.timeStamp;
      }
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [client, navigate]);
}
