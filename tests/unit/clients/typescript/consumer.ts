/** An app that must compile under strict settings, with the published package (package.test.ts) and with the source (`tsc`). */
import {
  adminOrdersBulkUpdate,
  adminOrdersList,
  adminOrdersRead,
  adminOrdersTimeline,
  adminProductsUpdate,
  Conflict,
  createClient,
  IllegalTransition,
  NotFound,
  operationsReport,
  shopAddressesDelete,
  shopOrdersCheckout,
  StoreError,
  type BulkOperation,
  type ClientOrder,
  type Order,
  type OrderStatus,
} from '#clients/typescript/src/main.ts';

const client = createClient({
  baseUrl: 'https://shop.example',
  token: async ({ isRenewal }) => String(isRenewal),
});

export async function answersAreTyped(): Promise<void> {
  const placed: ClientOrder = await shopOrdersCheckout({
    client,
    body: { payment_method: 1, address_id: 1 },
  });
  const status: OrderStatus = placed.status;
  // @ts-expect-error -- shoppers have no access to costs
  void placed.manufacturing_price;

  const order: Order = await adminOrdersRead({ client, path: { order: 1 } });
  void order.manufacturing_price;
  await shopAddressesDelete({ client, path: { address: 1 } });
  const bulk: BulkOperation = await adminOrdersBulkUpdate({
    client,
    body: { ids: [1], status: 'confirmed' },
  });
  const [line] = await operationsReport({ client, path: { id: bulk.id } });
  // @ts-expect-error -- the line may be undefined
  void line.id;
  for await (const { outcome } of operationsReport({ client, path: { id: bulk.id } })) outcome?.toUpperCase();
  void [status, line?.id];
}

export async function listsAreTyped(): Promise<void> {
  const list = adminOrdersList({
    client,
    query: { filters: { status: 'pending', user_id: 7 }, per_page: 20 },
  });
  for await (const { total } of list) total.toFixed();
  void adminOrdersList({
    client,
    query: { filters: { created_at: { from: '2026-05-01' }, total: { to: 12.5 }, id: '1,2' } },
  });
  const { meta } = await list.page(2);
  meta.total.toFixed();
  const all = await list;
  // @ts-expect-error -- only a paginated list has a total
  void all.meta.total;
  const timeline = adminOrdersTimeline({ client, path: { order: 1 } });
  for await (const { at } of timeline) at.toUpperCase();
  // @ts-expect-error -- a timeline has no numbered pages
  void timeline.page(2);
  // @ts-expect-error -- a single order cannot be iterated
  for await (const order of adminOrdersRead({ client, path: { order: 1 } })) void order;
}

export async function operationsAreTyped(): Promise<void> {
  const write = shopOrdersCheckout({ client, body: { payment_method: 1, address_id: 1 } });
  const order: ClientOrder = await (await write.operation()).done();
  write.idempotencyKey.toUpperCase();
  // @ts-expect-error -- a read has no operation
  void adminOrdersRead({ client, path: { order: 1 } }).operation();
  const { etag, data } = await adminOrdersRead({ client, path: { order: 1 } }).withResponse();
  // @ts-expect-error -- a response may lack an ETag
  etag.toUpperCase();
  void [order, data.total];
}

export function argumentsAreTyped(): void {
  // @ts-expect-error -- the client is missing
  void adminOrdersRead({ path: { order: 1 } });
  // @ts-expect-error -- the path is missing
  void adminOrdersRead({ client });
  // @ts-expect-error -- no such field
  void shopOrdersCheckout({ client, body: { payment_method: 1, address_id: 1, total: 0 } });
  // @ts-expect-error -- a payment method is a number
  void shopOrdersCheckout({ client, body: { payment_method: 'card', address_id: 1 } });
  // @ts-expect-error -- the body is missing
  void shopOrdersCheckout({ client });
  // @ts-expect-error -- no such filter
  void adminOrdersList({ client, query: { filters: { color: 'red' } } });
  // @ts-expect-error -- a user id is a number
  void adminOrdersList({ client, query: { filters: { user_id: true } } });
  // @ts-expect-error -- a range has only from and to
  void adminOrdersList({ client, query: { filters: { created_at: { since: '2026-05-01' } } } });
  // @ts-expect-error -- no such language
  createClient({ baseUrl: '', language: 'fr' });
  void adminProductsUpdate({
    client,
    path: { product: 1 },
    body: { price: 2 },
    headers: { 'If-Match': '"1-en"' },
  });
}

export function errorsAreTyped(error: unknown): string {
  if (error instanceof IllegalTransition) return error.allowed.join();
  if (!(error instanceof StoreError)) return '';
  // @ts-expect-error -- only the error for an invalid transition has it
  void error.allowed;
  const [first] = error.fields['status'] ?? [];
  if (error.code === 'out_of_stock') return error.problem.products?.[0]?.product_id.toFixed() ?? '';
  // @ts-expect-error -- no such code
  return error.code === 'no_such_code' ? '' : (first ?? error.requestId ?? error.message);
}

export function classesAreDistinct(error: StoreError): string {
  if (error instanceof NotFound) return 'gone';
  if (error instanceof Conflict) return 'late';
  return error.code;
}
