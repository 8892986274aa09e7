import type { StoreDescription } from '#shared/engine/commands/batch-store.ts';
import type { Operation } from '#shared/platform/mongo/write-statement.ts';
import { searchedOrderFields } from '#shared/contracts/endpoints/orders.ts';
import { searchText } from '#shared/engine/lists/search-text.ts';
import { blockCountOperations, type BlockChange, countOperations } from '../records/storage/order-counts.ts';
import { customerTextOperations } from '../records/storage/customer-texts.ts';
import { storedStatusOf } from '../payments/balance.ts';
import { searchedPaymentFields } from '../payments/payment.ts';
import type { ItemRow, OrdersModels, StoredOrder } from '../records/storage/orders-models.ts';
import type {
  Address,
  Order,
  OrderItem,
  OrdersNeeds,
  OrdersRecords,
  OrdersTables,
  Payment,
  User,
} from '../records/tables.ts';
import { keptNumberKey } from '../records/order-number.ts';
import { searchedAddressFields } from '../customers/address.ts';
import { emailKey, searchedUserFields } from '../customers/user.ts';

/**
 * Everything that is written with a record of the orders service: fields for lists and unique indexes, rows of the list of items,
 * counts of orders, and the texts that `search` and `filters[customer]` find orders by. `writer`: the writer number of this
 * process, which selects one of the documents of each count, such as 7 for `pending:1:7`.
 */
export function ordersLayout(
  models: OrdersModels,
  writer: number,
): Pick<StoreDescription<OrdersRecords, OrdersTables, OrdersNeeds>, 'documents' | 'follow'> {
  return {
    documents: {
      orders: orderDocument,
      users: (user) => ({ ...user, email_key: emailKey(user.email), search: userText(user) }),
      addresses: (address) => ({ ...address, search: addressText(address) }),
      payments: (payment) => ({ ...payment, search: paymentText(payment) }),
      returns: (record) => ({ ...record, search: searchText([record.order_id]) }),
    },
    follow: (writes) => {
      const orders = writes.filter((write): write is OrderWrite => write.table === 'orders');
      return [
        { model: models.customerTexts, operations: customerTextOperations(writes) },
        { model: models.items, operations: orders.flatMap(itemOperations) },
        { model: models.orderTexts, operations: orders.flatMap(textOperations) },
        { model: models.blockCounts, operations: blockCountOperations(orders.flatMap(blockChange)) },
        { model: models.orderCounts, operations: countOperations(orders, writer) },
      ];
    },
  };
}

export const userText = (user: User) => searchText(searchedUserFields.map((name) => user[name]));
const addressText = (address: Address) => searchText(searchedAddressFields.map((name) => address[name]));
const paymentText = (payment: Payment) => searchText(searchedPaymentFields.map((name) => payment[name]));

function orderDocument(
  order: Order & Pick<StoredOrder, 'number_key' | 'payment_status'>,
): Record<string, unknown> {
  const { number_key: _former, payment_status: _status, ...record } = order;
  const key = keptNumberKey(order);
  const status = storedStatusOf(order);
  return {
    ...record,
    search: orderText(order),
    ...(key !== null && { number_key: key }),
    ...(status !== null && { payment_status: status }),
  };
}

/** The text in which `search` looks for a term. */
export function orderText(order: Order): string {
  return searchText(searchedOrderFields.map((name) => order[name]));
}

interface OrderWrite {
  table: 'orders';
  before: Order | null;
  after: Order | null;
}

/**
 * Marks the texts of changed and deleted orders, so that `search-index.ts` updates their n-grams. The text of a deleted order is
 * empty. New orders need no mark, because `search-index.ts` finds them by their ids.
 */
function textOperations(write: OrderWrite) {
  const { before, after } = write;
  const _id = before?._id ?? (isBack(write) ? after?._id : undefined);
  if (_id === undefined) return [];
  const version = after?.version ?? (before?.version ?? 0) + 1;
  const fields = { version, text: after ? orderText(after) : '', fresh: true };
  return [{ updateOne: { filter: { _id }, update: { $set: fields }, upsert: true } }];
}

/** Whether a deleted order is restored. */
function isBack({ before, after }: OrderWrite): boolean {
  return !before && after !== null && after.version > 1;
}

/** A new order changes no count of a block: it is counted later, together with all orders of its block. */
function blockChange(write: OrderWrite): BlockChange[] {
  const { before, after } = write;
  if (before && !after) return [{ ...before, by: -1 }];
  return after && isBack(write) ? [{ ...after, by: 1 }] : [];
}

function itemOperations({ before, after }: OrderWrite): Operation[] {
  const known = new Map((before?.items ?? []).map((item) => [item.id, item]));
  const operations: Operation[] = [];
  for (const item of after?.items ?? []) {
    if (!after || known.get(item.id) === item) continue;
    const row = itemRow(item, after);
    if (!before && item.created_at === after.created_at) {
      // An item that is created with its order has no row in `order_items` yet. If a row existed, the duplicate-key error
      // would make the batch run again.
      operations.push({ insertOne: { document: row } });
    } else {
      // An item that was moved here from another order already has a row.
      const upsert = !known.has(item.id);
      operations.push({ replaceOne: { filter: { _id: item.id }, replacement: row, upsert } });
    }
  }
  const left = new Set((after?.items ?? []).map((item) => item.id));
  for (const id of known.keys()) {
    // Deletes the row only if it still belongs to this order, because the same batch may have moved the item to another order.
    if (!left.has(id)) operations.push({ deleteOne: { filter: { _id: id, order_id: before?._id } } });
  }
  return operations;
}

export function itemRow(
  { id, held: _held, refunded: _refunded, ...item }: OrderItem,
  order: Order,
): ItemRow & { search: string } {
  const { product } = item;
  const search = searchText([id, order._id, item.product_id, product.en.name, product.ar.name]);
  return { _id: id, version: order.version, order_id: order._id, ...item, search };
}
