import type { Order } from '#clients/typescript/src/main.ts';
import { orderFields } from './generated/order-fields.ts';

type OrderFields = typeof orderFields;
export type OrderFieldName = keyof OrderFields & keyof Order;

interface OrderField {
  label: { en: string; ar: string };
  /** `number`: an id, or the number of a choice such as a payment method. `money`: an amount in major units, such as dollars. */
  kind: 'text' | 'number' | 'moment' | 'money';
  isNullable: boolean;
  maxLength: number | null;
  isFilter: boolean;
  place: 'details' | 'totals' | 'own';
  edit: 'line' | 'paragraph' | 'moment' | 'figure' | 'own' | 'none';
}

type NamesWith<Column extends keyof OrderField, Value> = {
  [Name in keyof OrderFields]: OrderFields[Name][Column] extends Value ? Name : never;
}[keyof OrderFields];

// If a field of `generated/order-fields.ts` is missing in the client's type `Order`, the compiler reports an error here.
export const orderFieldNames: readonly OrderFieldName[] = Object.keys(orderFields) as (keyof OrderFields)[];

export function isOrderField(name: string): name is OrderFieldName {
  return Object.hasOwn(orderFields, name);
}

export function orderField(name: OrderFieldName): OrderField {
  return orderFields[name];
}

/** The names of the fields whose property `column` has one of these values. Example: `namesWith('isFilter', true)`. */
function namesWith<Column extends keyof OrderField, Value extends OrderField[Column]>(
  column: Column,
  ...values: readonly Value[]
): readonly NamesWith<Column, Value>[] {
  const names = orderFieldNames.filter((name) => values.some((value) => orderFields[name][column] === value));
  return names as NamesWith<Column, Value>[];
}

/**
 * Moves the names in `first` to the beginning and those in `last` to the end. The other names keep their
 * sequence between them.
 */
export function arranged<Name extends string>(
  names: readonly Name[],
  { first = [], last = [] }: { first?: readonly Name[]; last?: readonly Name[] },
): readonly Name[] {
  const others = names.filter((name) => !first.includes(name) && !last.includes(name));
  return [...first, ...others, ...last];
}

export const orderFieldTexts = Object.fromEntries(
  orderFieldNames.map((name) => [name, orderFields[name].label]),
) as Record<OrderFieldName, OrderField['label']>;

export const filterFields = namesWith('isFilter', true);
export const detailFields = arranged(namesWith('place', 'details'), {
  first: ['notes', 'reject_reason'],
  last: ['payment_method', 'estimated_arrive_time', 'manufacturing_price'],
});
const figuresFirst = ['main_price', 'discount_amount', 'tax_amount'] as const;
export const totalFields = arranged(namesWith('place', 'totals'), {
  first: figuresFirst,
  last: ['total', 'credited', 'paid', 'due'],
});
export const figureFields = arranged(namesWith('edit', 'figure'), {
  first: figuresFirst,
  last: ['total', 'manufacturing_price'],
});
export const paragraphFields = namesWith('edit', 'paragraph');
export const lineFields = arranged(namesWith('edit', 'moment', 'line'), {
  first: ['estimated_arrive_time', 'order_number'],
});
export type OwnInputField = NamesWith<'edit', 'own'>;
export const editedFields = namesWith('edit', 'line', 'paragraph', 'moment', 'figure', 'own');
export type EditedField = (typeof editedFields)[number];
