import type { Entry } from '../ledger.ts';
import { digestOf } from './history.ts';
import { isTold, toldForm } from './told-form.ts';

/** A record as somebody was shown it: by the answer to a write, or by a read. */
export interface Sighting {
  /** `orders/12`, `carts/3`, `order-items/5 of orders/12` */
  record: string;
  version: number;
  /** Of the record as an admin sees it; null when the answer shows less than that. */
  digest: string | null;
  /** When it was first asked for, and when the answer was there. */
  from: number;
  until: number;
  /** Who saw it, for a fault's text. */
  by: string;
}

/** By the answer to a write. */
interface Answered extends Sighting {
  /** Of what an event of this version shows of it; null when the answer shows less than that, or there is none. */
  told: string | null;
}

/** Kinds of records whose every version has an event with all of the record in it. */
export const eventedKinds = ['orders', 'products', 'subscriptions', 'users', 'addresses'] as const;

export const recordKinds = [...eventedKinds, 'order-items', 'inventory', 'carts'] as const;
export type RecordKind = (typeof recordKinds)[number];

const kindOfType: Record<string, RecordKind> = {
  ...Object.fromEntries(recordKinds.map((kind) => [kind, kind])),
  'own-addresses': 'addresses',
  cart: 'carts',
};

export function kindOf(record: string): RecordKind {
  return record.split('/', 1)[0] as RecordKind;
}

/** The record that a write is about; null while nobody knows it, and for bulk work. */
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

/** What the answers to a write showed of its record. */
export function sightingsOf(entry: Entry): Answered[] {
  return entry.answers.flatMap(({ status, version, content, at }) => {
    const record = status < 400 ? recordOf(entry, content) : null;
    if (record === null || version === null) return [];
    const isWhole = entry.owner.startsWith('admin:') || !['orders'].includes(kindOf(record));
    const digest = isWhole ? digestOfShown(record, content) : null;
    const told = isWhole ? digestOfTold(record, content) : null;
    const by = `${entry.type} ${entry.key}`;
    const seen = { record: seenAs(record, content), version, digest, told };
    return [{ ...seen, from: Date.parse(entry.at), until: at, by }];
  });
}

/** An item is at its order's version: in another order it is another thing. */
export function seenAs(record: string, content: string): string {
  if (kindOf(record) !== 'order-items' || content === '') return record;
  const { data } = JSON.parse(content) as { data: { order_id: number } };
  return `${record} of orders/${data.order_id}`;
}

/** Of `{"data": …}`. A cart also shows names and prices, a product how many are left, which are other records'. */
export function digestOfShown(record: string, content: string): string | null {
  if (content === '') return null;
  const { data } = JSON.parse(content) as { data: object };
  const kind = kindOf(record);
  if (kind === 'products') return digestOf(JSON.stringify({ ...data, available: undefined }));
  if (kind !== 'carts') return digestOf(JSON.stringify(data));
  const { items } = data as { items: { product_id: number; amount: number }[] };
  return digestOf(JSON.stringify(items.map(({ product_id, amount }) => [product_id, amount])));
}

function digestOfTold(record: string, content: string): string | null {
  if (content === '' || !isTold(record)) return null;
  const { data } = JSON.parse(content) as { data: object };
  return digestOf(toldForm(record, data));
}

function idIn(content: string | null): string | undefined {
  if (content?.startsWith('{') !== true) return undefined;
  const { data } = JSON.parse(content) as { data: { id?: number } | null };
  return data?.id === undefined ? undefined : String(data.id);
}
