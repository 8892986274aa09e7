import { read, type ResourceContract } from '../kit/define.ts';
import { describe, type BodyOf } from '../kit/fields.ts';
import { text } from '../kit/field-kinds.ts';
import { sumsOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import { orderFilters } from './orders.ts';

const statisticsBy = [
  'day',
  'month',
  'hour',
  'status',
  'payment_method',
  'payment_status',
  'product',
  'city',
] as const;
export type StatisticsBy = (typeof statisticsBy)[number];

const filters = {
  ...orderFilters,
  city: describe(text({ max: 255 }), 'Orders to this city, ignoring case, diacritics and forms of letters.'),
};
export type StatisticsFilters = Partial<BodyOf<typeof filters>>;

const amountSchema: s.SchemaOf<number> = {
  type: 'number',
  description:
    'Amount in STORE_CURRENCY, shortest form. Below 0 for lines that cost less than their discount.',
};

const rowProperties = {
  key: s.described(
    s.text,
    'The day `2026-11-27`, the month `2026-11`, the hour of the day `0` to `23`, the state, the payment method, the payment status, the product’s id, or the city as it was last written.',
  ),
  orders: s.described(s.count, 'All orders.'),
  live_orders: s.described(s.count, 'Orders that are not rejected, cancelled or returned.'),
  items: s.described(s.count, 'Units in live orders; grouped by product, units of the product.'),
  total: s.described(
    amountSchema,
    'Totals of live orders; grouped by product, amounts × prices of its lines, less discounts.',
  ),
  name: s.described(
    s.text,
    'Grouped by product: its name in the caller’s language. Absent if the orders service has no copy of the product.',
  ),
};
const orderStatisticsRowSchema = s.named('OrderStatisticsRow', rowProperties, ['name']);
export type StatisticsRow = s.Shown<typeof orderStatisticsRowSchema>;

const orderStatisticsMetaSchema = s.named('OrderStatisticsMeta', {
  from: s.described(s.text, 'The first day, or the moment, as `filters[created_at][from]` takes it.'),
  to: s.described(
    s.text,
    'The last day (included), or the moment (excluded), as `filters[created_at][to]` takes it.',
  ),
  currency: s.described(s.text, 'The ISO 4217 currency of `total`.'),
  time_zone: s.described(s.text, 'The IANA time zone of these days and hours.'),
  as_of: s.described(s.moment, 'All orders up to this time are counted.'),
});

const orderStatisticsSchema = s.named('OrderStatistics', {
  data: s.arrayOf(orderStatisticsRowSchema),
  meta: orderStatisticsMetaSchema,
});

export const orderStatisticsContract = {
  sections: { 'Admin statistics': 'Orders and sales by time, state, payment method, product and city.' },
  reads: {
    'statistics.orders': read('/api/admin/statistics/orders', {
      summary: 'Sum up orders',
      description: [
        'By `day`, `month` or `hour` of the day in the store’s time zone, by `status`, `payment_method`, `payment_status`, `product` or',
        '`city`. Without `filters[created_at]`: the last 30 days. Times, states, payment methods and payment statuses without orders',
        'have rows too; products and cities come by their totals, the largest first.',
        '',
        '- Exact, from counters, for ranges of `created_at`, `status`, `payment_method`, `product_id` and `city`.',
        '- By `payment_status`, with other filters, with `city` and `product_id` together, by `hour` with either, and of orders with one',
        '  of several products orders are looked at one by one: 422 says what to narrow when that takes more than 5 s.',
        '- `filters[product_id]` selects orders with a line of the product, and their totals are those of the whole orders; `by=product`',
        '  sums up lines, of these products alone.',
      ].join('\n'),
      summed: sumsOf(filters, statisticsBy),
      answers: orderStatisticsSchema,
    }),
  },
} satisfies ResourceContract;
