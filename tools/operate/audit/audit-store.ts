import { openParkedQueue } from '../parked/parked-queue.ts';
import { orderFault } from '#services/orders/rules/damaged-records.ts';
import type { Order } from '#services/orders/rules/tables.ts';
import { indexedUpToId } from '#services/orders/storage/search-index.ts';
import { withSnapshot } from './audit-client.ts';
import type { AuditClient, Snapshot } from './audit-client.ts';
import { damagedFinding, readDamaged } from './damaged-records.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { inboxFindings, outboxFindings } from './inbox-rules.ts';
import {
  cartFindings,
  countFindings,
  counterFindings,
  extraRow,
  itemRowFindings,
  countKind,
  newCensus,
  strayText,
  takeCensus,
  textFindings,
} from './order-rules.ts';
import type { AuditedOrder } from './order-rules.ts';
import { copyFindings } from './product-copy-rules.ts';
import {
  readDeletions,
  readMadeOrders,
  readOrderCounts,
  readOrders,
  readStrayRows,
  readStrayTexts,
} from './read-orders.ts';
import {
  readCartVersions,
  readCopies,
  readInventory,
  readLargestIds,
  readOutbox,
  readProducts,
  readSequences,
} from './read-store.ts';
import { countHeld, stockFindings } from './stock-rules.ts';
import type { HeldUnits } from './stock-rules.ts';
import type { StoreAddress } from '../store-address.ts';

export interface AuditReport {
  findings: Finding[];
  /** How much was looked at. */
  counted: {
    orders: number;
    items: number;
    commands: number;
    products: number;
    stock: number;
    parked: number;
  };
  tookMs: number;
}

// The inbox forgets a command after seven days; an order that is nearly as old may have lost its own just now.
const inboxKeptMs = 7 * 24 * 3600 * 1000 - 3600 * 1000;
const settledAfterMs = 30_000;

/** Checks every invariant on the data of one moment, and what is parked. */
export async function auditStore(client: AuditClient, store: StoreAddress): Promise<AuditReport> {
  const startedAt = Date.now();
  const { counted, findings } = await withSnapshot(client, store, auditData);
  const parked = await auditParked(client, store);
  return {
    findings: [...findings, ...parked.findings],
    counted: { ...counted, parked: parked.count },
    tookMs: Date.now() - startedAt,
  };
}

type Counted = Omit<AuditReport['counted'], 'parked'>;

async function auditData(snapshot: Snapshot): Promise<{ findings: Finding[]; counted: Counted }> {
  const now = Date.now();
  const sequences = await readSequences(snapshot, 'orders');
  const seen = await auditOrders(snapshot, sequences.get(indexedUpToId) ?? 0);
  const inventory = await readInventory(snapshot);
  const made = await readMadeOrders(snapshot);
  const products = await readProducts(snapshot);
  const settledBefore = new Date(now - settledAfterMs).toISOString();
  const deletions = await readDeletions(snapshot);
  const keptSince = new Date(now - inboxKeptMs).toISOString();
  const catalogSequences = await readSequences(snapshot, 'catalog');
  const damaged = await readDamaged(snapshot);
  const unsound = new Set(damaged.map(({ subject }) => subject));
  const isSound = (collection: string) => (record: { _id: number }) =>
    !unsound.has(`${collection}/${record._id}`);
  const findings = [
    ...seen.findings,
    ...damaged,
    ...stockFindings(inventory.filter(isSound('inventory')), seen.held, seen.damaged),
    ...cartFindings(seen.census.spentCarts, await readCartVersions(snapshot)),
    ...counterFindings(sequences, await readLargestIds(snapshot, 'orders')),
    ...counterFindings(catalogSequences, await readLargestIds(snapshot, 'catalog')),
    ...(await readStrayRows(snapshot)).map(extraRow),
    ...(await readStrayTexts(snapshot)).map(strayText),
    ...countFindings(seen.census.counts, await readOrderCounts(snapshot)),
    ...inboxFindings(made, seen.orders, { ...deletions, keptSince }),
    ...copyFindings(products.filter(isSound('products')), await readCopies(snapshot), settledBefore),
    ...(await auditOutboxes(snapshot, new Date(now).toISOString())),
  ];
  const counted = {
    orders: seen.orders.size,
    items: seen.census.itemIds.size,
    commands: made.length,
    products: products.length,
    stock: inventory.length,
  };
  return { findings, counted };
}

/** Orders and what lists keep of them, in one pass: there may be more than memory holds. */
async function auditOrders(snapshot: Snapshot, indexedUpTo: number) {
  const census = newCensus();
  const held: HeldUnits = new Map();
  const orders = new Map<number, Pick<AuditedOrder, 'created_at' | 'created_by_command'>>();
  const findings: Finding[] = [];
  let damaged = 0;
  for await (const { orders: read, rows, texts } of readOrders(snapshot)) {
    const some: AuditedOrder[] = [];
    const unreadable = new Set<number>();
    for (const order of read) {
      const fault = orderFault(order as unknown as Order);
      if (fault === null) {
        takeCensus(census, order);
        countHeld(held, order);
        some.push(order);
      } else {
        countKind(census, order);
        unreadable.add(order._id);
        findings.push(damagedFinding(`orders/${order._id}`, fault));
      }
      const { created_at, created_by_command } = order;
      orders.set(order._id, { created_at, ...(created_by_command !== undefined && { created_by_command }) });
    }
    damaged += unreadable.size;
    const ofReadable = rows.filter((row) => !unreadable.has(row.order_id));
    findings.push(...itemRowFindings(some, ofReadable), ...textFindings(some, texts, indexedUpTo));
  }
  return { census, held, damaged, orders, findings: [...census.findings, ...findings] };
}

async function auditOutboxes(snapshot: Snapshot, moment: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const service of ['orders', 'catalog'] as const) {
    const { oldest, waiting } = await readOutbox(snapshot, service);
    findings.push(...outboxFindings(service, oldest, waiting, moment));
  }
  return findings;
}

/** A parked command is shown as such by its operation. One that an operator put there by hand has no record yet. */
async function auditParked(
  client: AuditClient,
  { rabbitmqUrl, namespace }: StoreAddress,
): Promise<{ findings: Finding[]; count: number }> {
  const findings: Finding[] = [];
  let count = 0;
  for (const service of ['catalog', 'orders'] as const) {
    const queue = await openParkedQueue(rabbitmqUrl, namespace, service);
    try {
      const held = await queue.take();
      count += held.length;
      const inbox = client.db(`${namespace}_${service}`).collection<{ _id: string }>('inbox');
      for (const { parked } of held) {
        if (parked.kind !== 'command' || (await inbox.findOne({ _id: parked.id }))) continue;
        const detail = `${parked.type} is parked in ${service}, and its operation still reads queued`;
        const repair = { kind: 'parked-record', service, commandId: parked.id } as const;
        findings.push(finding('parked-unseen', `operations/${parked.id}`, detail, repair));
      }
    } finally {
      await queue.close();
    }
  }
  return { findings, count };
}
