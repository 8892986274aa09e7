import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { orderStates, paymentMethods } from './order-words.ts';
import { partTexts } from './texts.ts';
import type { ChangeLine } from './timeline-changes.ts';
import { timelineTexts } from './timeline-texts.ts';

type Word = keyof typeof timelineTexts;

/**
 * Fields with the same label everywhere. Price is missing, because a line's price and an order's price have different labels.
 */
const fieldWords: ReadonlyMap<string, Word> = new Map(
  [
    ...(['order_number', 'status', 'reject_reason', 'user_id', 'address_id', 'payment_method'] as const),
    ...(['notes', 'estimated_arrive_time', 'main_price', 'discount_amount', 'tax_amount', 'total'] as const),
    ...(['manufacturing_price', 'amount', 'product_id', 'label', 'line1', 'line2', 'city'] as const),
    ...(['country', 'phone', 'email', 'external_id', 'name', 'description', 'price'] as const),
    ...(['is_active', 'stock', 'held', 'low_stock_at', 'low'] as const),
  ].map((word) => [word, word]),
);

const moneyFields: ReadonlySet<string> = new Set([
  'main_price',
  'discount_amount',
  'tax_amount',
  'total',
  'manufacturing_price',
  'price',
]);
const idFields: ReadonlySet<string> = new Set(['user_id', 'address_id', 'product_id']);

/** Describes a field's change in a sentence, with formatted labels, statuses, money and times. */
export function useChangeText(names: ReadonlyMap<number, string>): (line: ChangeLine) => string {
  const t = useTexts(timelineTexts);
  const nameOf = useFieldName(names);
  const valueOf = useValue();
  return (line) => {
    const field = nameOf(line);
    const said = (value: unknown) => valueOf(lastPart(line.field), value);
    if (!('from' in line) || !('to' in line)) {
      const known = 'to' in line ? line.to : null;
      return 'from' in line && !('to' in line)
        ? t('wasOnce', { field, from: said(line.from) })
        : t('nowIs', { field, to: said(known) });
    }
    return t('change', { field, from: said(line.from), to: said(line.to) });
  };
}

/** The label of a field. `names` contains the names of an order's lines. */
export function useFieldName(names: ReadonlyMap<number, string> = new Map()): (line: ChangeLine) => string {
  const t = useTexts(timelineTexts);
  return ({ field, item }) => {
    const last = lastPart(field);
    const word = field === 'user.name' ? 'user_id' : fieldWords.get(last);
    const isLinePrice = item !== undefined && last === 'main_price';
    const plain = isLinePrice ? t('linePrice') : word === undefined ? field : wordOf(t, word);
    if (item !== undefined) {
      const line = names.get(item);
      return line === undefined
        ? t('ofUnnamedLine', { field: plain, id: String(item) })
        : t('ofLine', { field: plain, line });
    }
    if (field.startsWith('en.')) return t('inEnglish', { field: plain });
    return field.startsWith('ar.') ? t('inArabic', { field: plain }) : plain;
  };
}

function useValue(): (field: string, value: unknown) => string {
  const t = useTexts(timelineTexts);
  const tPart = useTexts(partTexts);
  const { money, number, moment } = useFormat();
  return (field, value) => {
    if (value === null || value === undefined || value === '') return t('empty');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      const method = field === 'payment_method' ? paymentMethods.get(value) : undefined;
      if (method !== undefined) return tPart(method);
      if (moneyFields.has(field)) return money(value);
      return idFields.has(field) ? `#${value}` : number(value);
    }
    if (typeof value !== 'string') return JSON.stringify(value);
    const state = field === 'status' ? orderStates.find((each) => each === value) : undefined;
    if (state !== undefined) return tPart(state);
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? moment(value) : value;
  };
}

/** `address.city` → `city`. */
function lastPart(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/** Narrows the type of `t`, because no field label has a placeholder. */
function wordOf(t: unknown, word: Word): string {
  return (t as (key: Word) => string)(word);
}
