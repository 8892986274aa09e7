import { inventoryRead, type Inventory } from '#clients/typescript/src/main.ts';
import { useRecord, type RecordState } from '../data/use-record.ts';

export function useStock(
  product: number,
  { enabled = true }: { enabled?: boolean } = {},
): RecordState<Inventory> {
  return useRecord(
    ['inventory', product],
    (client, options) => inventoryRead({ client, path: { product }, ...options }),
    { enabled },
  );
}
