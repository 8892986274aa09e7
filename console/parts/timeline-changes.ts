import type { TimelineEntry } from '#clients/typescript/src/main.ts';
import { isOrderField, orderField } from '../data/order-fields.ts';
import type { timelineTexts } from './timeline-texts.ts';

/** The text keys for fields of records other than orders, and of an order's address and lines. */
export const fieldWords = {
  amount: 'amount',
  product_id: 'product',
  label: 'label',
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  country: 'country',
  phone: 'phone',
  email: 'email',
  external_id: 'externalId',
  sku: 'sku',
  image_url: 'imageUrl',
  name: 'name',
  description: 'description',
  price: 'price',
  is_active: 'is_active',
  stock: 'left',
  held: 'held',
  lost: 'lost',
  returned: 'returned',
  open_returns: 'open_returns',
  lines: 'lines',
  item_id: 'item_id',
  received: 'received',
  restock: 'restock',
  uncounted: 'uncounted',
  refund: 'refund',
  authorised: 'authorised',
  low_stock_at: 'low_stock_at',
  low: 'low',
} as const satisfies Record<string, keyof typeof timelineTexts>;

const otherMoney: ReadonlySet<string> = new Set(['price', 'refund', 'authorised', 'captured', 'refunded']);
const otherSums: ReadonlySet<string> = new Set(['returned', 'open_returns', 'authorised']);
const isOrderMoney = (name: string) => isOrderField(name) && orderField(name).kind === 'money';

export function isMoney(name: string): boolean {
  return otherMoney.has(name) || isOrderMoney(name);
}

/** Whether the field is a sum of an order. A sum without a value is 0. */
export function isSum(name: string): boolean {
  return otherSums.has(name) || isOrderMoney(name);
}

/** One changed field. `from` or `to` is absent if the value is unknown. */
export interface ChangeLine {
  /** The order line that the field belongs to. */
  item?: number;
  /** The field's name within the line: `amount`, `address.city`, `en.name`. */
  field: string;
  from?: unknown;
  to?: unknown;
}

export type FieldChanges = TimelineEntry['changes'];

type ChangedEntry = Pick<TimelineEntry, 'kind' | 'reason' | 'changes'>;
type Language = 'en' | 'ar';

const ofItem = /^items\.(\d+)\.(.+)$/;
const itemName = /^product\.(?:(en|ar)\.)?name$/;

/** The changed fields of an entry. Leaves out fields that the entry's title, its reason or another field already shows. */
export function changeLines({ kind, reason, changes }: ChangedEntry, language: Language): ChangeLine[] {
  const names = Object.keys(changes);
  const isSaid = (field: string) => {
    if (field === 'status') return kind === 'status_changed';
    if (field === 'reject_reason') return reason !== null;
    if (field === 'address_id') return names.some((name) => name.startsWith('address.'));
    return field === 'user_id' && names.includes('user.name');
  };
  const isWhole = kind === 'created' || kind === 'deleted';
  return names
    .filter((name) => !isSaid(name))
    .flatMap((name): ChangeLine[] => {
      const change = isWhole ? onlySide(changes[name]) : (changes[name] ?? {});
      const [, item, field = name] = ofItem.exec(name) ?? [];
      if (item === undefined) return [{ ...change, field }];
      if (!/^product(_id$|\.)/.test(field)) return [{ ...change, field, item: Number(item) }];
      // A line's product is a copy with many fields. Show only the product's name, and only when the product changed.
      const isName = (itemName.exec(field)?.[1] ?? language) === language && itemName.test(field);
      const isReplaced = isSomething(change.from) && isSomething(change.to);
      return isName && isReplaced ? [{ ...change, field: 'product_id', item: Number(item) }] : [];
    });
}

/** The names of an order's lines, from its timeline entries. If a line had several names, the newest is used. */
export function lineNames(
  entries: readonly Pick<TimelineEntry, 'changes'>[],
  language: Language,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [name, { from, to }] of entries.flatMap(({ changes }) => Object.entries(changes))) {
    const [, item, field = ''] = ofItem.exec(name) ?? [];
    const [isName, written = language] = itemName.exec(field) ?? [];
    const said = to ?? from;
    if (isName === undefined || written !== language || typeof said !== 'string') continue;
    if (!names.has(Number(item))) names.set(Number(item), said);
  }
  return names;
}

/** For a created or deleted record, one of the two values is empty. So show only the other value. */
function onlySide({ from, to }: { from?: unknown; to?: unknown } = {}): { from?: unknown; to?: unknown } {
  return { to: to ?? from };
}

function isSomething(value: unknown): boolean {
  return value !== null && value !== undefined;
}
