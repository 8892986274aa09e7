import { isOrderField, orderFieldTexts } from '../data/order-fields.ts';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { orderStates, paymentStatuses } from './order-words.ts';
import { returnStates } from './return-states.ts';
import { returnStateTexts } from './return-texts.ts';
import { partTexts } from './texts.ts';
import { fieldWords, isMoney, isSum, type ChangeLine } from './timeline-changes.ts';
import { timelineTexts } from './timeline-texts.ts';
import { usePaymentName } from './use-payment-name.ts';

const idFields: ReadonlySet<string> = new Set(['user_id', 'address_id', 'product_id', 'item_id']);

/** Names a changed field of a record. Undefined if the field has the same name as in timelines. */
export type NameField = (field: string) => string | undefined;

/**
 * Returns a function that describes a changed field: "Total: 12 → 15". `names`: the names of an order's lines, by line id.
 * `nameField` is not called for fields of an order's lines.
 */
export function useChangeText(
  names: ReadonlyMap<number, string>,
  nameField: NameField = () => undefined,
): (line: ChangeLine) => string {
  const t = useTexts(timelineTexts);
  const nameOf = useFieldName(names);
  const valueOf = useFieldValue();
  return (line) => {
    const field = (line.item === undefined ? nameField(line.field) : undefined) ?? nameOf(line);
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

/** Returns a function that names a changed field. `names`: the names of an order's lines, by line id. */
export function useFieldName(names: ReadonlyMap<number, string> = new Map()): (line: ChangeLine) => string {
  const t = useTexts(timelineTexts);
  const tField = useTexts(orderFieldTexts);
  const named = (name: string, otherwise: string) => {
    if (isOrderField(name)) return tField(name);
    return isFieldName(name) ? t(fieldWords[name]) : otherwise;
  };
  return ({ field, item }) => {
    const last = lastPart(field);
    const name = field === 'user.name' ? 'user_id' : last;
    const isLinePrice = item !== undefined && last === 'main_price';
    const plain = isLinePrice ? t('price') : named(name, field);
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

export function useFieldValue(): (field: string, value: unknown) => string {
  const t = useTexts(timelineTexts);
  const tPart = useTexts(partTexts);
  const tReturn = useTexts(returnStateTexts);
  const paymentName = usePaymentName();
  const { money, number, moment, list } = useFormat();
  const valueOf = (field: string, value: unknown): string => {
    if (value === null && isSum(field)) return valueOf(field, 0);
    if (value === null || value === undefined || value === '') return t('empty');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      if (field === 'payment_method') return paymentName(value);
      if (isMoney(field)) return money(value);
      return idFields.has(field) ? `#${value}` : number(value);
    }
    if (typeof value === 'object') return list(Object.values(value).map((each) => valueOf(field, each)));
    if (typeof value !== 'string') return JSON.stringify(value);
    const paid = field === 'payment_status' ? paymentStatuses.find((each) => each === value) : undefined;
    if (paid !== undefined) return tPart(`payment_${paid}`);
    if (field === 'figures') return t(value === 'lines' ? 'fromLines' : 'asEntered');
    const state = field === 'status' ? orderStates.find((each) => each === value) : undefined;
    if (state !== undefined) return tPart(state);
    const step = field === 'status' ? returnStates.find((each) => each === value) : undefined;
    if (step !== undefined) return tReturn(`return_${step}`);
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? moment(value) : value;
  };
  return valueOf;
}

function lastPart(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

function isFieldName(name: string): name is keyof typeof fieldWords {
  return Object.hasOwn(fieldWords, name);
}
