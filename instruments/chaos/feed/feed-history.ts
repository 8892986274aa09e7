import { createHistory, type History, type RecordEvent } from '../register/history.ts';

/** The parts of a feed event that a run checks. */
export interface FeedEvent extends RecordEvent {
  data: {
    version: number;
    /**
     * In an order event, the stock changes of the order. In an inventory event, the number of units in stock.
     */
    stock?: { product_id: number; version: number }[] | number | null;
  };
}

/** Every record version that a feed reader received, including stock versions from order events. */
export interface FeedHistory {
  note: (event: FeedEvent) => void;
  records: History;
  readonly count: number;
  /**
   * Events received twice, and versions received after a newer version. A cursor must never cause either of
   * these faults.
   */
  readonly faults: readonly string[];
  /** Missing and repeated stock versions of each product. */
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
      if (records.again > again) faults.push(`${subject}: the event ${id} was received twice`);
      if (records.late > late)
        faults.push(`${subject}: version ${data.version} was received after a newer version`);
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

/**
 * A product's stock must have the versions 1, 2, 3 …, in any sequence. Two orders that share a product are two records, so their
 * events can arrive in either sequence.
 */
function gapsOf(record: string, published: readonly number[]): string[] {
  const versions = [...published].sort((a, b) => a - b);
  const wrong = versions.find((version, index) => version !== index + 1);
  if (wrong === undefined) return [];
  return [`${record}: versions ${versions.slice(0, 5).join(', ')} … were received, wrong at ${wrong}`];
}
