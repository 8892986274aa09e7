import type { Entry } from '../ledger.ts';
import { digestOf } from './history.ts';
import { hasEvents, eventForm } from './event-form.ts';

/** A record as a client received it, in the response to a write or in a read. */
export interface Sighting {
  /** Such as `orders/12`, `carts/3` or `order-items/5 of orders/12`. */
  record: string;
  version: number;
  /** The digest of the record as an admin reads it. Null if the response contains only a part of the record. */
  digest: string | null;
  /** The times of the request and of the response, in ms. */
  from: number;
  until: number;
  /** The write or read that returned the record, for the text of a fault. */
  by: string;
}

/** A record in the response to a write. */
interface Answered extends Sighting {
  /** The digest of the event for this version. Null if the response contains only a part of the record, or no event exists. */
  eventDigest: string | null;
}

/** Kinds of records that publish the whole record in an event for each version. */
export const eventedKinds = ['orders', 'products', 'subscriptions', 'users', 'addresses'] as const;

const recordKinds = [...eventedKinds, 'order-items', 'inventory', 'carts'] as const;
export type RecordKind = (typeof recordKinds)[number];

const kindOfType: Record<string, RecordKind> = {
  ...Object.fromEntries(recordKinds.map((kind) => [kind, kind])),
  'own-addresses': 'addresses',
  cart: 'carts',
};

export function kindOf(record: string): RecordKind {
  return record.split('/', 1)[0] as RecordKind;
}

/** The record that a write changes. Null while its id is unknown, and for bulk work. */
export function recordOf(
  entry: Pick<Entry, 'type' | 'path' | 'owner'>,
  content: string | null,
): string | null {
  const [named = '', action = ''] = entry.type.split('.');
  const kind = kindOfType[named];
  if (kind === undefined || action.startsWith('bulk-')) return null;
  if (kind === 'carts') return `carts/${entry.owner.split(':')[1] ?? ''}`;
  const id = /\/(\d+)/.exec(entry.path)?.[1] ?? idIn(content);
  return id === undefined ? null : `${kind}/${id}`;
}

/** The record in each response to a write. */
export function sightingsOf(entry: Entry): Answered[] {
  return entry.answers.flatMap(({ status, version, content, at }) => {
    const record = status < 400 ? recordOf(entry, content) : null;
    if (record === null || version === null) return [];
    const isWhole = entry.owner.startsWith('admin:') || !['orders'].includes(kindOf(record));
    const digest = isWhole ? digestOfShown(record, content) : null;
    const eventDigest = isWhole ? digestOfEvent(record, content) : null;
    const by = `${entry.type} ${entry.key}`;
    const seen = { record: seenAs(record, content), version, digest, eventDigest };
    return [{ ...seen, from: Date.parse(entry.at), until: at, by }];
  });
}

/** Adds the order to the name of an item, because an item has the version of its order and can move to another order. */
export function seenAs(record: string, content: string): string {
  if (kindOf(record) !== 'order-items' || content === '') return record;
  const { data } = JSON.parse(content) as { data: { order_id: number } };
  return `${record} of orders/${data.order_id}`;
}

/** The digest of `{"data": …}` without values from other records, such as product names in carts or stock in products. */
export function digestOfShown(record: string, content: string): string | null {
  if (content === '') return null;
  const { data } = JSON.parse(content) as { data: object };
  const kind = kindOf(record);
  if (kind === 'products') return digestOf(JSON.stringify({ ...data, available: undefined }));
  if (kind !== 'carts') return digestOf(JSON.stringify(data));
  const { items } = data as { items: { product_id: number; amount: number }[] };
  return digestOf(JSON.stringify(items.map(({ product_id, amount }) => [product_id, amount])));
}

function digestOfEvent(record: string, content: string): string | null {
  if (content === '' || !hasEvents(record)) return null;
  const { data } = JSON.parse(content) as { data: object };
  return digestOf(eventForm(record, data));
}

function idIn(content: string | null): string | undefined {
  if (content?.startsWith('{') !== true) return undefined;
  const { data } = JSON.parse(content) as { data: { id?: number } | null };
  return data?.id === undefined ? undefined : String(data.id);
}
