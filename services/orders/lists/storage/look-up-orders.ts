import { maxTimeMs, type ListSource } from '#shared/engine/lists/source.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { numberKey, numbersAlike, numbersMeant } from '../../records/order-number.ts';
import { createCustomerSearch } from './customer-search.ts';
import type { OrderListQuery } from './list-access.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';

type OrderSource = ListSource<never, OrderListQuery['filters']>;

/** A page that ends within this number of rows is found by walking through the list. */
const walkedRows = 200;

/** Resolves filters that need other collections or several indexes, before the list is read. */
export function createOrderLookUp(
  models: Pick<OrdersModels, 'orders' | 'customerTexts'>,
  options: Parameters<typeof createCustomerSearch>[1] = {},
): Required<Pick<OrderSource, 'lookUp' | 'pick'>> {
  const ofCustomer = createCustomerSearch(models, options);
  return {
    lookUp: async ({ filters: { customer, order_number: number } }, scope) => {
      const customers = customer === undefined ? null : await ofCustomer.find(customer, scope);
      if (number === undefined) return customers;
      const ids = await ofNumber(models, number, customers?.filter ?? {});
      return {
        of: [...(customers?.of ?? []), 'order_number'],
        filter: { _id: operator({ $in: ids }) },
        ids,
        count: () => Promise.resolve(ids.length),
      };
    },
    pick: async ({ search, filters: { customer, order_number: number }, paging }) => {
      const isOther = search !== null || number !== undefined;
      return customer === undefined || isOther || !isNear(paging) ? null : ofCustomer.walk(customer);
    },
  };
}

function isNear(paging: OrderListQuery['paging']): boolean {
  return paging.kind === 'cursor' || (paging.kind === 'pages' && paging.page * paging.perPage <= walkedRows);
}

/** The ids of the orders that a typed or scanned number may mean. Several orders may match. */
async function ofNumber(
  { orders }: Pick<OrdersModels, 'orders'>,
  number: string,
  more: MongoFilter,
): Promise<number[]> {
  const find = (filter: MongoFilter, hint: Readonly<Record<string, 1>>) =>
    orders
      .find({ $and: [filter, more] }, { _id: 1 })
      .hint(hint)
      .maxTimeMS(maxTimeMs)
      .lean();
  const meant = numbersMeant(number);
  const found = await Promise.all([
    find({ order_number: operator({ $in: meant.flatMap(numbersAlike) }) }, { order_number: 1 }),
    find({ number_key: operator({ $in: meant.map(numberKey) }) }, { number_key: 1 }),
  ]);
  return [...new Set(found.flat().map(({ _id }) => _id))];
}
