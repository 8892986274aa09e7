import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient, resourceOf, resourcesOf, type HttpClient, type Write } from '../http-client.ts';
import type { OldData } from '../old-data.ts';

/** Some writes, sent together, of kinds that the earlier release does not know, such as a bulk payment. */
export interface NewWork {
  /**
   * The writes that were not yet done some seconds after they were sent, because they waited for a worker of
   * this tree.
   */
  waiting: string[];
  /** Checks that each write was done exactly once, even if it is sent again. */
  faults: (url: string) => Promise<string[]>;
}

interface OrdersOfRound {
  paid: number[];
  changed: number;
  returned: number;
}

interface ShownOrder {
  paid: number;
  items: { id: number }[];
}

const total = 100;
const seenWaitingAfterMs = 3000;
const doneWithinMs = 120_000;

/** Creates the orders through a gateway of the earlier release, whose workers reject the commands of newer gateways for new orders. */
export async function prepareNewWork(url: string, data: OldData, round: number): Promise<OrdersOfRound> {
  const admin = createHttpClient(url, data.adminToken);
  const ids: number[] = [];
  for (const [index, status] of ['pending', 'confirmed', 'delivered', 'pending', 'delivered'].entries()) {
    const shopper = data.shoppers[index];
    const body = {
      user_id: shopper?.userId,
      address_id: shopper?.addressId,
      payment_method: 1,
      status,
      total,
      items: [{ product_id: data.products[0], amount: 2 }],
    };
    const write = {
      method: 'POST',
      path: '/api/admin/orders',
      key: `new-work-${round}-${index}`,
      body,
    } as const;
    const order = resourceOf(await admin.write(write));
    data.orders.push(order);
    ids.push(order.id);
  }
  const [changed = 0, returned = 0] = ids.slice(3);
  return { paid: ids.slice(0, 3), changed, returned };
}

/** Sends a bulk payment, a change set and a return through a gateway of this tree, and does not wait for their outcomes. */
export async function sendNewWork(
  url: string,
  { adminToken, products }: OldData,
  { paid, changed, returned }: OrdersOfRound,
): Promise<NewWork> {
  const admin = createHttpClient(url, adminToken);
  const item = (await orderIn(admin, returned)).items[0]?.id;
  const writes: Write[] = [
    {
      method: 'PUT',
      path: '/api/admin/orders/bulk-update',
      key: `bulk-payment-${returned}`,
      body: { ids: paid, payment: { method: 2 } },
    },
    {
      method: 'POST',
      path: `/api/admin/orders/${changed}/changes`,
      key: `change-${changed}`,
      body: { lines: [{ product_id: products[1], amount: 1 }] },
    },
    {
      method: 'POST',
      path: `/api/admin/orders/${returned}/returns`,
      key: `return-${returned}`,
      body: { lines: [{ item_id: item, amount: 1 }] },
    },
  ];
  const sent = await Promise.all(
    writes.map(async (write) => ({ write, operation: await admin.submit(write) })),
  );
  await sleep(seenWaitingAfterMs);
  const states = await Promise.all(sent.map(({ operation }) => admin.operation(operation)));
  return {
    waiting: sent.flatMap(({ write }, index) => (states[index]?.status === 'queued' ? [write.path] : [])),
    faults: async (last) => {
      const reader = createHttpClient(last, adminToken);
      const faults: string[] = [];
      for (const { write, operation } of sent) {
        const { status } = await reader.finished(operation, doneWithinMs);
        if (status !== 'succeeded') faults.push(`${write.path} (${write.key}) is ${status}`);
        else await reader.write(write);
      }
      return [...faults, ...(await effectFaults(reader, { paid, changed, returned }))];
    },
  };
}

async function orderIn(client: HttpClient, id: number): Promise<ShownOrder> {
  return ((await client.read(`/api/admin/orders/${id}`)).body as { data: ShownOrder }).data;
}

async function effectFaults(
  reader: HttpClient,
  { paid, changed, returned }: OrdersOfRound,
): Promise<string[]> {
  const faults: string[] = [];
  for (const id of paid) {
    const order = await orderIn(reader, id);
    const payments = resourcesOf(await reader.read(`/api/admin/orders/${id}/payments`));
    if (payments.length !== 1 || order.paid !== total)
      faults.push(`order ${id} has ${payments.length} payments, and ${order.paid} of ${total} is paid`);
  }
  const { items } = await orderIn(reader, changed);
  if (items.length !== 2)
    faults.push(`order ${changed} has ${items.length} items after one change set that adds its second`);
  const returns = resourcesOf(await reader.read(`/api/admin/orders/${returned}/returns`));
  if (returns.length !== 1)
    faults.push(`order ${returned} has ${returns.length} returns, but one was requested`);
  return faults;
}
