import type { Order, OrdersUpdateBody } from '#clients/typescript/src/main.ts';
import { editedFields, orderField, type EditedField } from '../data/order-fields.ts';
import { shopClock } from '../format/shop-clock.ts';
import { typedFigure } from './typed-figure.ts';

export type TypedDetails = Record<EditedField & keyof OrdersUpdateBody, string>;

interface Formats {
  plainMoney: (amount: number) => string;
  timeZone: string;
}

export function detailsOf(order: Order, formats: Formats): TypedDetails {
  const typed = editedFields.map((name) => [name, typedText(name, order[name], formats)]);
  return Object.fromEntries(typed) as TypedDetails;
}

function typedText(
  name: EditedField,
  value: string | number | null,
  { plainMoney, timeZone }: Formats,
): string {
  if (value === null) return '';
  const { kind } = orderField(name);
  if (kind === 'moment') return shopClock(String(value), timeZone);
  return kind === 'money' ? plainMoney(Number(value)) : String(value);
}

/**
 * The request's body. Contains only the changed fields, because other users may have changed other fields. Undefined if a figure
 * is not a number.
 */
export function changedDetails(before: TypedDetails, typed: TypedDetails): OrdersUpdateBody | undefined {
  const changed = editedFields.filter((name) => typed[name].trim() !== before[name].trim());
  const values = changed.map((name) => [name, typedValue(name, typed[name].trim())] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values);
}

/** The value to send. Undefined if a figure is not a number. */
function typedValue(name: EditedField, text: string): string | number | null | undefined {
  const { kind, isNullable } = orderField(name);
  if (kind === 'money') return typedFigure(text) ?? undefined;
  if (kind === 'number') return Number(text);
  return isNullable && text === '' ? null : text;
}
