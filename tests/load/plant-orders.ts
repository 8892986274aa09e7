import { retention } from '#shared/contracts/retention.ts';
import { operator } from '#shared/mongo/operator.ts';
import { firstVersion } from '#shared/decide/versioned-record.ts';
import type { BenchStore } from './bench-store.ts';
import { importOrders } from './import-orders.ts';
import { openShop } from './scenarios/limits-bench.ts';

/** Orders with all that follows from them, their commands of the last days, and what they name: the audit finds nothing. */
export async function plantOrders(bench: BenchStore, size: number): Promise<void> {
  const { orders, catalog } = bench;
  const { models, shop } = await openShop(bench);
  await importOrders(models, shop, size);
  for (const sequence of ['users', 'addresses'])
    await models.counters.updateOne(
      { _id: sequence },
      { $max: { version: shop.users.length } },
      { upsert: true },
    );
  const recent = {
    created_at: operator({ $gt: new Date(Date.now() - retention.outcomes.keptMs).toISOString() }),
  } as never;
  const inbox = orders.collection('inbox');
  await inbox.deleteMany({});
  const commands = (await models.orders.find(recent, { created_at: 1 }).lean()).map(
    ({ _id, created_at: at }) => ({
      ...{
        _id: `planted-${_id}`,
        type: 'orders.create',
        owner: 'admin:bench',
        fingerprint: '',
        state: 'done',
      },
      outcome: { status: 201, location: `/api/admin/orders/${_id}`, version: 1, body: '{}' },
      ...{ accepted_at: at, decided_at: at },
    }),
  );
  if (commands.length > 0) await inbox.insertMany(commands as never);
  const now = new Date().toISOString();
  const products = shop.products.map(({ is_deleted: _isDeleted, en, ar, ...product }) => ({
    ...{ ...product, ...firstVersion({ caller: { area: 'admin', subject: 'bench', userId: null } }, now) },
    ...{ en: { ...en, description: 'Bench' }, ar: { ...ar, description: 'Bench' }, search: '' },
  }));
  await catalog.collection('products').deleteMany({});
  await catalog.collection('products').insertMany(products as never);
  await catalog
    .collection('counters')
    .updateOne({ _id: 'products' } as never, { $max: { version: products.length } }, { upsert: true });
}
