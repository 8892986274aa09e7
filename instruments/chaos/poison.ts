import type { ChaosRun } from './chaos-context.ts';
import type { Entry } from './ledger.ts';
import { partitionOfEntry } from './queue-of-entry.ts';

/** Commands that always fail, keyed by the operator's action. */
export interface Poisoned {
  redriven: Entry;
  discarded: Entry;
  /**
   * A command that is overtaken: another command changes the same record before the operator redrives this
   * one.
   */
  overtaken: Entry;
}

type PoisonedRun = Pick<ChaosRun, 'store' | 'clientOf' | 'shop' | 'ledger'>;

export const overtakenUser = (shop: ChaosRun['shop']): number => shop.shoppers[0]?.userId ?? 0;

export async function sendPoison({ store, clientOf, shop, ledger }: PoisonedRun): Promise<Poisoned> {
  const client = clientOf('poison');
  const send = async (
    name: string,
    intent: Pick<Entry, 'type' | 'path' | 'body'> & { method: 'POST' | 'PUT' },
  ) => {
    store.poison(name);
    const entry = await client.write(
      { ...intent, service: 'orders', userId: null },
      { requestId: name, isAsync: true, mayAbandon: false },
    );
    ledger.keptPartitions.add(partitionOfEntry(entry, store.idKeys));
    return entry;
  };
  const [shopper] = shop.shoppers;
  const orderOf = (name: string) => ({
    ...({ type: 'orders.create', method: 'POST', path: '/api/admin/orders' } as const),
    body: {
      user_id: shopper?.userId,
      address_id: shopper?.addressId,
      payment_method: 1,
      total: 1,
      status: 'pending',
      notes: name,
      items: [{ product_id: shop.products[0]?.id, amount: 1 }],
    },
  });
  return {
    redriven: await send('poison-redriven', orderOf('poison-redriven')),
    discarded: await send('poison-discarded', orderOf('poison-discarded')),
    overtaken: await send('poison-overtaken', {
      type: 'users.update',
      method: 'PUT',
      path: `/api/admin/users/${overtakenUser(shop)}`,
      body: { name: 'Overtaken' },
    }),
  };
}
