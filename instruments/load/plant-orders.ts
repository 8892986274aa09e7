import { retention } from '#shared/contracts/retention.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { rowId } from '#shared/engine/decide/ledger-row.ts';
import { firstVersion } from '#shared/engine/decide/versioned-record.ts';
import type { BenchStore } from './bench-store.ts';
import { importOrders } from './import-orders.ts';
import { openShop } from './scenarios/limits-bench.ts';

/**
 * Imports orders with derived data, the commands of the last days, and the records to which they refer. So
 * the audit has no findings.
 */
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
      _id: `planted-${_id}`,
      type: 'orders.create',
      owner: 'admin:bench',
      fingerprint: '',
      state: 'done',
      outcome: { status: 201, location: `/api/admin/orders/${_id}`, version: 1, body: '{}' },
      accepted_at: at,
      decided_at: at,
    }),
  );
  if (commands.length > 0) await inbox.insertMany(commands as never);
  for (const name of ['orders', 'users', 'addresses', 'inventory'])
    await beginRows(orders, name, orders.collection(name).find<Planted>({}, { projection: { version: 1 } }));
  const now = new Date().toISOString();
  const products = shop.products.map(({ is_deleted: _isDeleted, en, ar, ...product }) => ({
    ...product,
    ...firstVersion({}, now),
    en: { ...en, description: 'Bench' },
    ar: { ...ar, description: 'Bench' },
    search: '',
  }));
  await catalog.collection('products').deleteMany({});
  await catalog.collection('products').insertMany(products as never);
  await beginRows(catalog, 'products', products);
  await catalog
    .collection('counters')
    .updateOne({ _id: 'products' } as never, { $max: { version: products.length } }, { upsert: true });
}

interface Planted {
  _id: number;
  version: number;
}

/** Adds the ledger row for the version of each record, unless it exists. */
async function beginRows(
  database: BenchStore['orders'],
  name: string,
  records: Iterable<Planted> | AsyncIterable<Planted>,
): Promise<void> {
  const ledger = database.collection('ledger');
  const at = new Date().toISOString();
  let rows: object[] = [];
  const flush = async (): Promise<void> => {
    await ledger.insertMany(rows as never, { ordered: false }).catch(unlessDuplicate);
    rows = [];
  };
  for await (const { _id, version } of records) {
    rows.push({ _id: rowId(`${name}/${_id}`, version), at, kind: 'created' });
    if (rows.length === rowsAtOnce) await flush();
  }
  if (rows.length > 0) await flush();
}

const rowsAtOnce = 5000;

function unlessDuplicate(error: unknown): void {
  if ((error as { code?: number }).code !== 11000) throw error;
}
