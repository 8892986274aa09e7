import type { FieldError } from '../errors.ts';
import { post, type ResourceContract } from '../kit/define.ts';
import {
  having,
  isBlank,
  list,
  nullable,
  object,
  required,
  sometimes,
  type JsonSchema,
  type ValueOf,
} from '../kit/fields.ts';
import { flag, integer, money, reference, text, word } from '../kit/field-kinds.ts';
import * as s from '../kit/resource-schema.ts';
import { figure, orderColumn } from './order-fields.ts';
import { maxAmount, maxItems } from './order-lines.ts';
import { changedOrderSchema, orderSchema } from './order-schema.ts';
import { changeableStates } from './order-states.ts';
import { maxPrice } from './price-change.ts';

const units = s.orNull(s.integer);
export const changedStockSchema = s.named('ChangedStock', { product_id: s.id, from: units, to: units });
const changedMoneySchema = s.named('ChangedMoney', {
  due_before: s.money,
  due_after: s.money,
  refunded: s.moneyAs('The amount that the change paid back.'),
});

export const orderChangeSchema = s.named('OrderChange', {
  operation_id: s.orNull(
    s.text,
    'The id with which `/api/operations/{id}/undo` undoes the change. null: the change was rehearsed, or changed nothing.',
  ),
  before: orderSchema,
  after: changedOrderSchema,
  stock: s.arrayOf(changedStockSchema, 'The stock of the counted products whose stock changed.'),
  money: changedMoneySchema,
});

export function newLineChange() {
  return object({
    item_id: sometimes(integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    product_id: sometimes(reference('products')),
    amount: required(integer({ min: 0, max: maxAmount }), '0 removes the item.'),
    main_price: sometimes(money({ max: maxPrice }), 'The price of a new item. Default: the product’s price.'),
  });
}

type AskedLine = Partial<ValueOf<ReturnType<typeof newLineChange>>>;

function lineErrors(
  sent: Readonly<Record<string, unknown>> | null | undefined,
  { item_id: item, product_id: product, amount, main_price: price }: AskedLine,
  at: string,
): FieldError[] {
  const isNone = isBlank(sent?.['item_id']) && isBlank(sent?.['product_id']);
  const areBoth = item !== undefined && product !== undefined;
  if (isNone || areBoth)
    return [{ field: at, rule: 'exactly_one', params: { allowed: 'item_id, product_id' } }];
  if (item !== undefined && price !== undefined)
    return [
      { field: `${at}.main_price`, rule: 'prohibited_when', params: { other: 'item_id', value: item } },
    ];
  return product !== undefined && amount === 0
    ? [{ field: `${at}.amount`, rule: 'min', params: { min: 1 } }]
    : [];
}

function changeErrors(
  { lines = [] }: { lines?: readonly (AskedLine | undefined)[] },
  sent: Record<string, unknown>,
): FieldError[] {
  const sentLines = Array.isArray(sent['lines']) ? (sent['lines'] as unknown[]) : [];
  const known = new Set<number>();
  return lines.flatMap((line, index) => {
    const at = `lines.${index}`;
    const one = sentLines[index];
    if (line === undefined || typeof one !== 'object') return [];
    const errors = lineErrors(one as Readonly<Record<string, unknown>> | null, line, at);
    const { item_id: item } = line;
    if (errors.length > 0 || item === undefined) return errors;
    if (known.has(item)) return [{ field: `${at}.item_id`, rule: 'distinct' }];
    known.add(item);
    return [];
  });
}

/** JSON Schema of a line that names an item or a product. */
const oneOfBoth: JsonSchema = {
  if: having('item_id'),
  then: { allOf: ['product_id', 'main_price'].map((name) => ({ not: having(name) })) },
  else: { required: ['product_id'], properties: { product_id: {}, amount: { minimum: 1 } } },
};

export const orderChangeContract = {
  writes: {
    'orders.change': post('/api/admin/orders/:order/changes', {
      summary: 'Change the items of an order in one step',
      description: [
        `Possible while the order is ${changeableStates.join(', ')}. All of it is done, or nothing.`,
        '',
        '- A line with `item_id` sets the amount of an item; 0 removes it, with its discount. A line with `product_id` adds an item.',
        '- `discount_amount` is the discount of the whole order. It is spread over the items by their prices, and needs `figures` `lines`.',
        '- The stock moves with the items. The figures follow, if `figures` is `lines`.',
        '- `refund` `due` pays back what the shop then owes, from the newest captured payments.',
        '- `If-Match` takes the order’s ETag.',
        '- `POST /api/operations/{operation_id}/undo` undoes the change within 7 days, unless the order has changed since. A',
        '  change that paid money back is not undone.',
        '- With `dry_run`: 200 with the order as it would be, or the error. Nothing is changed, and the key is not used.',
      ].join('\n'),
      body: object({
        lines: sometimes(list(newLineChange(), { max: maxItems })),
        discount_amount: sometimes(figure()),
        address_id: sometimes(reference('addresses')),
        notes: orderColumn('update').notes,
        reason: nullable(text({ max: 500 }), 'For the order’s timeline. Shown only to staff.'),
        refund: sometimes(word(['none', 'due']), 'Default: none.'),
        dry_run: nullable(flag()),
      }),
      check: changeErrors,
      crossFieldSchema: { allOf: [{ properties: { lines: { items: oneOfBoth } } }] },
      answers: orderChangeSchema,
      refuses: ['illegal_transition', 'out_of_stock', 'conflict'],
      example: { lines: [{ product_id: 1, amount: 1 }], reason: 'She called and wants one more' },
      exampleIds: { order: 4 },
      rehearsed: orderChangeSchema,
    }),
  },
} satisfies ResourceContract;
