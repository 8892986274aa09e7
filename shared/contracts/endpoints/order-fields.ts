import { blankable, describe, field, nullable, required, sometimes, type Field } from '../kit/fields.ts';
import { booleanWords, choice, moment, money, noneOf, reference, text, word } from '../kit/field-kinds.ts';
import { anyOf, idsFilter, inOneText } from '../kit/filter-kinds.ts';
import type { Localized } from '../kit/languages.ts';
import { toMajor } from '../kit/money.ts';
import { namesWith, shownIn, type Privacy, type NamesWith } from '../kit/privacy.ts';
import * as s from '../kit/resource-schema.ts';
import { paymentStatusSchema } from './payment-states.ts';
import { finalStates, liveStates, orderStates, type OrderState } from './order-states.ts';

/** The largest amount of an order, in major units. Up to this limit, amounts with decimals are exact as JSON numbers. */
export const maxFigure = 999_999_999_999.99;
export const figure = () => money({ max: maxFigure });

/** `maxFigure` in minor units. With a currency of four decimals, the largest amount that can be stored exactly is smaller. */
export function maxMinorFigure(decimals: number): number {
  return Math.min(Math.floor(maxFigure * 10 ** decimals), Number.MAX_SAFE_INTEGER);
}

export const paymentMethods = [1, 2, 3, 4] as const;
export const paymentMethodNames = '1 cash on delivery, 2 card, 3 wallet, 4 bank transfer';
export const paymentMethod = () => choice(paymentMethods, paymentMethodNames);
export const paymentMethodFilter = () =>
  anyOf(paymentMethod(), { pattern: '[1-4]', description: `${paymentMethodNames}.` });
export const paymentMethodSchema: s.SchemaOf<number> = s.called('PaymentMethod', {
  type: 'integer',
  enum: paymentMethods,
  description: paymentMethodNames,
});

const notes = () => nullable(text({ max: 1000 }));
const rejectReason = () => nullable(text({ max: 500 }));

export const figuresKinds = ['lines', 'given'] as const;
const figuresKind = () => sometimes(word(figuresKinds));
const figuresSchema: s.SchemaOf<(typeof figuresKinds)[number]> = {
  type: 'string',
  enum: figuresKinds,
  description:
    'lines: the amounts of the order are computed from its items, after every change of them. given: they stay as they are set.',
};

export const stateSchema = s.oneOf('OrderStatus', orderStates);

type OrderField = Privacy & {
  /** The schema in responses. A nullable field is null until it is set. A personal field must be nullable. */
  shows: s.SchemaOf<string | number | null>;
  /** The field in requests that create an order, change one, or check out. `false`: the request does not have the field. */
  create: Field<unknown> | false;
  update: Field<unknown> | false;
  checkout: Field<unknown> | false;
  /** The filter in lists of orders; such a field is also a sort key, is searched, and has an index. `false`: none of these. */
  filter: Field<unknown> | false;
  /** The column's heading in exports, and the field's name in Arabic error messages. */
  export: Localized<string>;
  /** The field's name and places in the console. `npm run store -- client:typescript` writes them to a file of the console. */
  console: ConsoleColumn;
};

interface ConsoleColumn extends Localized<string> {
  /** Where an order's page shows the field. `own`: in a place that only this field has. */
  place: 'details' | 'totals' | 'own';
  /** The input in which staff change the field. `own`: an input that only this field has. */
  edit: 'line' | 'paragraph' | 'moment' | 'figure' | 'own' | 'none';
}

const setFigure = {
  shows: s.money,
  create: sometimes(figure()),
  update: sometimes(figure()),
  checkout: false,
  filter: false,
  personal: false,
  event: true,
} as const;

/** A field that no request sets. Events of releases before 1.0.0 lack it. */
const computed = {
  create: false,
  update: false,
  checkout: false,
  filter: false,
  personal: false,
  event: 'optional',
} as const;

/**
 * The order fields that are stored and shown as they are set. Requests, storage, lists, events, exports, erasures, the audit, the
 * console and the OpenAPI documents derive from this table. A nullable field (a detail) needs only an entry here. Any other field
 * also needs its initial value in `createOrder` and `checkout`, and its place in `orderResource`; the compiler demands them.
 * Items and the copies of user and address are declared elsewhere. `balanceOf` computes `paid`, `credited`, `due` and
 * `payment_status`.
 */
export const orderFields = {
  order_number: {
    shows: s.text,
    create: false,
    update: sometimes(text({ min: 1, max: 64 })),
    checkout: false,
    filter: describe(
      text({ max: 64 }),
      'Ignores case, spaces, `#` and marks of direction, and also dashes in a number ' +
        'that the service made.',
    ),
    personal: false,
    event: true,
    export: { en: 'Order number', ar: 'رقم الطلب' },
    console: { en: 'Order number', ar: 'رقم الطلب', place: 'own', edit: 'line' },
  },
  user_id: {
    shows: s.id,
    create: required(reference('users')),
    update: sometimes(reference('users')),
    checkout: false,
    filter: idsFilter(),
    personal: false,
    event: true,
    export: { en: 'Customer ID', ar: 'معرّف العميل' },
    console: { en: 'Customer', ar: 'العميل', place: 'own', edit: 'none' },
  },
  address_id: {
    shows: s.id,
    create: required(reference('addresses')),
    update: sometimes(reference('addresses')),
    checkout: required(reference('addresses')),
    filter: idsFilter(),
    personal: false,
    event: true,
    export: { en: 'Address ID', ar: 'معرّف العنوان' },
    console: { en: 'Address', ar: 'العنوان', place: 'own', edit: 'own' },
  },
  payment_method: {
    shows: paymentMethodSchema,
    create: required(paymentMethod()),
    update: sometimes(paymentMethod()),
    checkout: required(paymentMethod()),
    filter: paymentMethodFilter(),
    personal: false,
    event: true,
    export: { en: 'Payment method', ar: 'طريقة الدفع' },
    console: { en: 'Payment', ar: 'الدفع', place: 'details', edit: 'own' },
  },
  status: {
    shows: stateSchema,
    create: required(word(orderStates)),
    update: nullable(word(orderStates), 'Empty: rejects the order; needs reject_reason.'),
    checkout: false,
    filter: statusFilter(),
    personal: false,
    event: true,
    export: { en: 'Status', ar: 'الحالة' },
    console: { en: 'State', ar: 'الحالة', place: 'own', edit: 'none' },
  },
  reject_reason: {
    shows: s.orNull(s.text),
    create: rejectReason(),
    update: rejectReason(),
    checkout: false,
    filter: false,
    personal: true,
    event: false,
    export: { en: 'Reject reason', ar: 'سبب الرفض' },
    console: { en: 'Reason', ar: 'السبب', place: 'details', edit: 'none' },
  },
  notes: {
    shows: s.orNull(s.text),
    create: notes(),
    update: notes(),
    checkout: notes(),
    filter: false,
    personal: true,
    event: false,
    export: { en: 'Notes', ar: 'الملاحظات' },
    console: { en: 'Notes', ar: 'ملاحظات', place: 'details', edit: 'paragraph' },
  },
  estimated_arrive_time: {
    shows: s.orNull(s.moment),
    create: nullable(moment()),
    update: nullable(moment()),
    checkout: false,
    filter: false,
    personal: false,
    event: true,
    export: { en: 'Estimated arrival', ar: 'وقت الوصول المتوقع' },
    console: { en: 'Arrives', ar: 'موعد الوصول', place: 'details', edit: 'moment' },
  },
  total: {
    ...setFigure,
    // Required, unless `figures` is `lines`: see `figuresOnCreate`.
    create: blankable(figure()),
    export: { en: 'Total', ar: 'الإجمالي' },
    console: { en: 'Total', ar: 'الإجمالي', place: 'totals', edit: 'figure' },
  },
  discount_amount: {
    ...setFigure,
    export: { en: 'Discount', ar: 'قيمة الخصم' },
    console: { en: 'Discount', ar: 'الخصم', place: 'totals', edit: 'figure' },
  },
  tax_amount: {
    ...setFigure,
    export: { en: 'Tax', ar: 'قيمة الضريبة' },
    console: { en: 'Tax', ar: 'الضريبة', place: 'totals', edit: 'figure' },
  },
  main_price: {
    ...setFigure,
    export: { en: 'Main price', ar: 'السعر الأساسي' },
    console: { en: 'Subtotal', ar: 'المجموع الفرعي', place: 'totals', edit: 'figure' },
  },
  manufacturing_price: {
    ...setFigure,
    export: { en: 'Manufacturing price', ar: 'سعر التصنيع' },
    console: { en: 'Cost to the shop', ar: 'التكلفة على المتجر', place: 'details', edit: 'figure' },
  },
  figures: {
    shows: figuresSchema,
    create: figuresKind(),
    update: figuresKind(),
    checkout: false,
    filter: false,
    personal: false,
    event: 'optional',
    export: { en: 'Figures', ar: 'المبالغ' },
    console: { en: 'Figures', ar: 'المبالغ', place: 'own', edit: 'none' },
  },
  paid: {
    shows: s.moneyAs('The captured money of all payments, less their refunds.'),
    ...computed,
    export: { en: 'Paid', ar: 'المدفوع' },
    console: { en: 'Paid', ar: 'المدفوع', place: 'totals', edit: 'none' },
  },
  credited: {
    shows: s.moneyAs('The part of the total that refunds took off.'),
    ...computed,
    export: { en: 'Credited', ar: 'المقيَّد للعميل' },
    console: { en: 'Credited', ar: 'المقيَّد للعميل', place: 'totals', edit: 'none' },
  },
  due: {
    shows: s.moneyAs('The amount left to pay. Below 0: the shop owes it to the customer.'),
    ...computed,
    export: { en: 'Due', ar: 'المستحق' },
    console: { en: 'Due', ar: 'المستحق', place: 'totals', edit: 'none' },
  },
  payment_status: {
    shows: paymentStatusSchema,
    ...computed,
    export: { en: 'Payment status', ar: 'حالة الدفع' },
    console: { en: 'Payment status', ar: 'حالة الدفع', place: 'own', edit: 'none' },
  },
} satisfies Record<string, OrderField>;

type OrderFields = typeof orderFields;
export type OrderFieldName = keyof OrderFields;
export const orderFieldNames = Object.keys(orderFields) as OrderFieldName[];

/** An order's fields as stored: money in minor units, other values as shown. */
export type OrderValues = { [Name in OrderFieldName]: s.Shown<OrderFields[Name]['shows']> };
export type BalanceField = 'paid' | 'credited' | 'due' | 'payment_status';
/** The nullable fields. Except for validation, no rule depends on these fields. */
type OrderDetails = {
  [Name in OrderFieldName as null extends OrderValues[Name] ? Name : never]: OrderValues[Name];
};
type DetailName = keyof OrderDetails;

export function isDetail(name: OrderFieldName): name is DetailName {
  return 'anyOf' in orderFields[name].shows;
}
const detailNames = orderFieldNames.filter(isDetail);

/** Fields that an erasure sets to null. */
export const personalOrderFields = namesWith(orderFields, 'personal');
export type PersonalOrderField = NamesWith<OrderFields, 'personal'>;
export const orderEventFields = namesWith(orderFields, 'event');
type OrderEventField = NamesWith<OrderFields, 'event'>;
export const optionalEventFields = orderEventFields.filter(
  (name): name is OptionalEventField => orderFields[name].event === 'optional',
);
type OptionalEventField = {
  [Name in OrderEventField]: OrderFields[Name]['event'] extends 'optional' ? Name : never;
}[OrderEventField];

export const figureNames = [
  'main_price',
  'manufacturing_price',
  'discount_amount',
  'tax_amount',
  'total',
] as const satisfies OrderFieldName[];
export type FigureName = (typeof figureNames)[number];

export function isMoney(name: OrderFieldName): boolean {
  return s.isMoney(orderFields[name].shows);
}

export const orderEventColumn = shownIn(orderFields, orderEventFields);

/** Money is in major units. A nullable field that the stored order lacks is null. */
export function orderEventValues(order: OrderValues, decimals: number): Pick<OrderValues, OrderEventField> {
  const shown = orderEventFields.map((name) => {
    const value = order[name];
    return [name, isMoney(name) ? toMajor(Number(value), decimals) : (value ?? null)];
  });
  return Object.fromEntries(shown) as Pick<OrderValues, OrderEventField>;
}

type Column = 'shows' | 'create' | 'update' | 'checkout' | 'filter' | 'export';
type FilledIn<C extends Column> = {
  [Name in OrderFieldName as OrderFields[Name][C] extends false ? never : Name]: OrderFields[Name][C];
};

/** Picks one column of `orderFields`, such as `create`, and leaves out fields without a value in that column. */
export function orderColumn<C extends Column>(column: C): FilledIn<C> {
  const rows = Object.entries<OrderField>(orderFields);
  const cells = rows.flatMap(([name, row]) => (row[column] ? [[name, row[column]] as const] : []));
  return Object.fromEntries(cells) as FilledIn<C>;
}

/** A field that was declared after the order was stored is null. */
export function detailsOf(order: Partial<OrderDetails>): OrderDetails {
  const details: Partial<OrderDetails> = {};
  for (const name of detailNames) details[name] = order[name] ?? null;
  return details as OrderDetails;
}

const settable = {
  create: detailNames.filter((name) => name in orderColumn('create')),
  checkout: detailNames.filter((name) => name in orderColumn('checkout')),
};

/** Nullable fields that the request does not set, or cannot set, are null. */
export function newDetails(request: keyof typeof settable, body: Partial<OrderDetails>): OrderDetails {
  return detailsOf(Object.fromEntries(settable[request].map((name) => [name, body[name]])));
}

/** `1` for live states, `0` for final states, or names of states separated by commas. */
function statusFilter(): Field<readonly OrderState[]> {
  const groups = new Map<string, readonly OrderState[]>(
    [...booleanWords].map(([word, isLive]) => [word, isLive ? liveStates : finalStates]),
  );
  const name = `(${orderStates.join('|')})`;
  return field({
    schema: {
      type: 'string',
      pattern: `^(0|1|true|false|${name}(, *${name})*)$`,
      description: `1: ${liveStates.join(', ')}. 0: ${finalStates.join(', ')}. Or names of states, separated by commas.`,
    },
    read: (value) => {
      const words = String(inOneText(value)).toLowerCase();
      const group = groups.get(words);
      if (group) return { value: group };
      const names = words.split(',').map((name) => name.trim());
      const states = orderStates.filter((state) => names.includes(state));
      return states.length === new Set(names).size ? { value: states } : noneOf([...orderStates, 0, 1]);
    },
  });
}
