import { createHistory } from '../register/history.ts';
import type { History, RecordEvent } from '../register/history.ts';

/** An event of the feed, as far as it is judged here. */
export interface FeedEvent extends RecordEvent {
  data: {
    version: number;
    /** What an order moved; of inventory how much there is. */
    stock?: { product_id: number; version: number }[] | number | null;
  };
}

/** Every version of every record that a reader of the feed was told of; stock with what orders moved of it. */
export interface FeedHistory {
  note: (event: FeedEvent) => void;
  records: History;
  readonly count: number;
  /** What a reader that follows the cursor must never see: an event twice, or a version after a newer one. */
  readonly faults: readonly string[];
  /** Every product's versions of its stock, each told once, none left out. */
  stockFaults: () => string[];
}

export function createFeedHistory(): FeedHistory {
  const records = createHistory();
  const stock = new Map<number, number[]>();
  const faults: string[] = [];

  const noteStock = (product: number, version: number): void => {
    stock.set(product, [...(stock.get(product) ?? []), version]);
  };

  return {
    note: (event) => {
      const { again, late } = records;
      records.note(event);
      const { id, subject, data } = event;
      if (records.again > again) faults.push(`${subject}: ${id} came twice`);
      if (records.late > late) faults.push(`${subject}: version ${data.version} came after a newer one`);
      if (subject.startsWith('inventory/')) noteStock(Number(subject.split('/')[1]), data.version);
      if (!Array.isArray(data.stock)) return;
      for (const { product_id: product, version } of data.stock) noteStock(product, version);
    },
    records,
    faults,
    get count() {
      return records.count + records.noted;
    },
    stockFaults: () => [...stock].flatMap(([product, versions]) => gapsOf(`inventory/${product}`, versions)),
  };
}

/** Versions as they were told, which should be 1, 2, 3 …, in any order: two orders that share a product are two records. */
function gapsOf(record: string, told: readonly number[]): string[] {
  const versions = [...told].sort((a, b) => a - b);
  const wrong = versions.find((version, index) => version !== index + 1);
  if (wrong === undefined) return [];
  return [`${record}: versions ${versions.slice(0, 5).join(', ')} … were told, wrong at ${wrong}`];
}
