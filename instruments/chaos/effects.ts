import type { Entry } from './ledger.ts';
import type { Data } from './oracle-data.ts';

/**
 * How often the effect of a write is in the data. Null if the effect leaves no trace in the data or might
 * have been undone.
 */
export function effectCounter(
  { orders }: Pick<Data, 'orders'>,
  entries: readonly Entry[],
): (entry: Entry) => number | null {
  const notes = countBy(orders.flatMap(({ notes: note }) => (note === null ? [] : [note])));
  const marks = countBy(orders.flatMap((order) => order.items.map((item) => item.main_price)));
  const cancels = new Map(
    orders.map((order) => [order._id, order.history.filter(({ to }) => to === 'cancelled').length]),
  );
  // Orders that may have been deleted. If the data of such an order lacks an effect, this proves nothing.
  const deletable = new Set(
    entries.filter(({ type }) => type === 'orders.delete').map(({ path }) => Number(path.split('/').at(-1))),
  );
  const madeBy = (entry: Entry) => {
    const [answer] = entry.answers;
    if (answer?.code !== null) return null;
    return (JSON.parse(answer.content) as { data: { id: number; order_id?: number } }).data;
  };
  return (entry) => {
    const body = entry.body as { notes?: string; main_price?: number; order_id?: number } | undefined;
    switch (entry.type) {
      case 'orders.checkout':
        return notes.get(String(body?.notes)) ?? 0;
      case 'orders.create':
        return deletable.has(madeBy(entry)?.id ?? 0) ? null : (notes.get(String(body?.notes)) ?? 0);
      case 'order-items.create':
        if (deletable.has(body?.order_id ?? 0)) return null;
        return marks.get(Math.round((body?.main_price ?? 0) * 100)) ?? 0;
      case 'orders.cancel':
        return cancels.get(Number(entry.path.split('/').at(-2))) ?? 0;
      default:
        return null;
    }
  };
}

function countBy<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
