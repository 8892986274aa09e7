import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '../support/eventually.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { Entry } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';
import { resolveAll } from './resolve.ts';
import type { Shop } from './shop.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Two commands that fail whenever they are tried: one for the operator to redrive, one to discard. */
export async function sendPoison(store: ChaosStore, client: LedgerClient, shop: Shop): Promise<Entry[]> {
  const sent: Entry[] = [];
  for (const name of ['poison-redriven', 'poison-discarded']) {
    store.poison(name);
    const [shopper] = shop.shoppers;
    const items = [{ product_id: shop.products[0]?.id, amount: 1 }];
    const body = {
      ...{ user_id: shopper?.userId, address_id: shopper?.addressId, payment_method: 1, total: 1 },
      ...{ status: 'pending', notes: name, items },
    };
    sent.push(
      await client.write(
        {
          type: 'orders.create',
          service: 'orders',
          method: 'POST',
          path: '/api/admin/orders',
          body,
          userId: null,
        },
        { requestId: name, isAsync: true, mayAbandon: false },
      ),
    );
  }
  return sent;
}

/** The operator's tool at work on them; gives what went otherwise than it should. */
export async function poisonFaults(
  store: ChaosStore,
  client: AuditClient,
  sent: readonly Entry[],
): Promise<string[]> {
  const faults: string[] = [];
  const [redriven, discarded] = sent;
  if (!redriven || !discarded) return faults;
  const statusOf = async (entry: Entry) => (await resolveAll(store, [entry])).get(entry)?.status;
  const expect = async (entry: Entry, wanted: string, when: string) => {
    let status: string | undefined;
    const isReached = async () => {
      status = await statusOf(entry);
      return status === wanted;
    };
    await eventually(`${wanted} ${when}`, isReached).catch(() => {
      faults.push(`${entry.requestId} reads ${status ?? ''} ${when}, not ${wanted}`);
    });
  };
  await expect(redriven, 'parked', 'after all tries');
  await expect(discarded, 'parked', 'after all tries');
  const listed = (await parked(store, 'list', '--json')).trim().split('\n');
  const ids = new Map(
    listed
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { requestId: string; id: string })
      .map(({ requestId, id }) => [requestId, id]),
  );
  for (const entry of sent) store.mend(entry.requestId);
  await parked(store, 'redrive', ids.get(redriven.requestId) ?? 'missing', '--by', 'chaos');
  await parked(store, 'discard', ids.get(discarded.requestId) ?? 'missing', '--by', 'chaos');
  await expect(redriven, 'succeeded', 'after the redrive');
  await expect(discarded, 'failed', 'after it was discarded');
  const audited = await client.db(`${store.namespace}_orders`).collection('parked_audit').find().toArray();
  const acts = audited.map(({ action, by, state }) => `${String(action)} by ${String(by)}: ${String(state)}`);
  if (acts.sort().join() !== 'discard by chaos: done,redrive by chaos: done') {
    faults.push(`the audit of parked commands says: ${acts.join()}`);
  }
  return faults;
}

async function parked(store: ChaosStore, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    MONGODB_URI: store.servers.mongodbUri,
    RABBITMQ_URL: store.servers.rabbitmqUrl,
    STORE_NAMESPACE: store.namespace,
  };
  const { stdout } = await run(process.execPath, ['tools/operate/parked.ts', ...args], { cwd: root, env });
  return stdout;
}
