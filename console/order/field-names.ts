import type { OrderFieldName, LineFieldName } from './compare-change.ts';
import type { orderTexts } from './texts.ts';

type TextName = keyof typeof orderTexts;

/** The page's text keys for an order's fields, keyed by field name. */
export const orderFieldTexts = {
  status: 'status',
  reject_reason: 'reason',
  order_number: 'number',
  user_id: 'customer',
  address_id: 'address',
  payment_method: 'payment',
  notes: 'notes',
  estimated_arrive_time: 'arrives',
  main_price: 'goods',
  discount_amount: 'discount',
  tax_amount: 'tax',
  total: 'total',
  manufacturing_price: 'cost',
} as const satisfies Record<OrderFieldName, TextName>;

export const lineFieldTexts = {
  product_id: 'product',
  amount: 'amount',
  main_price: 'price',
  discount_amount: 'discount',
} as const satisfies Record<LineFieldName, TextName>;

type FieldText = (typeof orderFieldTexts)[OrderFieldName] | 'items' | 'history';

/** Text keys for the field names in the store's change log. The log also contains names that are not fields. */
export const loggedFieldTexts: ReadonlyMap<string, FieldText> = new Map<string, FieldText>([
  ...Object.entries(orderFieldTexts),
  ['items', 'items'],
  ['history', 'history'],
  ['user', 'customer'],
  ['address', 'address'],
]);
