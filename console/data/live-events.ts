import type { QueryKey } from '@tanstack/react-query';

export interface LiveEvent {
  type: string;
  /** The record's resource, which is the first part of the record's query keys: `orders`, `products` … */
  resource: string;
  id: number;
  /** The user who caused the event, as in `Session.subject`. Undefined if the event does not name the user. */
  by: string | undefined;
  stock: readonly number[];
}

/** Parses a CloudEvent. Undefined if the event's `subject` does not name a record, such as `orders/12`. */
export function readEvent(text: string): LiveEvent | undefined {
  const event = objectOf(JSON.parse(text));
  const [, resource, id] = /^([a-z]+)\/(\d+)$/.exec(String(event['subject'])) ?? [];
  if (resource === undefined) return undefined;
  const { by, stock } = objectOf(event['data']);
  const moved: unknown[] = Array.isArray(stock) ? stock : [];
  const { subject } = objectOf(by);
  return {
    type: String(event['type']),
    resource,
    id: Number(id),
    by: typeof subject === 'string' ? subject : undefined,
    stock: moved.map((move) => Number(objectOf(move)['product_id'])),
  };
}

export function isNewOrder({ type }: LiveEvent): boolean {
  return /^orders\.order\.(placed|created)\./.test(type);
}

/** The query keys that events make outdated, grouped by how soon to refetch them. */
interface Outdated {
  records: QueryKey[];
  lists: QueryKey[];
  /** Counts and sums over many records. They are expensive to read, so they may be some seconds out of date. */
  counts: QueryKey[];
}

export function outdatedBy(events: readonly LiveEvent[]): Outdated {
  const records = events.flatMap(({ resource, id, stock }) => [
    [resource, id],
    ...stock.map((product) => ['inventory', product]),
  ]);
  const resources = new Set(events.map(({ resource }) => resource));
  // A product's stock is shown with the product's name.
  if (resources.has('products') || events.some(({ stock }) => stock.length > 0)) resources.add('inventory');
  return {
    records: [...new Map(records.map((key) => [key.join('/'), key])).values()],
    lists: [...resources].map((resource) => [resource, 'list']),
    counts: [
      ['orders', 'count'],
      ['orders', 'waiting'],
      ['inventory', 'count'],
    ].filter(([resource = '']) => resources.has(resource)),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
