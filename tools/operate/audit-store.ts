import { openParkedQueue } from './parked-queue.ts';
import { indexedUpToId } from '#services/orders/storage/search-index.ts';
import type { AuditClient, AuditData } from './audit-data.ts';
import { withAuditData } from './audit-data.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { inboxFindings, outboxFindings } from './inbox-rules.ts';
import {
  cartFindings,
  countFindings,
  counterFindings,
  extraRow,
  itemRowFindings,
  newCensus,
  strayText,
  takeCensus,
  textFindings,
} from './order-rules.ts';
import { copyFindings } from './product-copy-rules.ts';
import { countHeld, stockFindings } from './stock-rules.ts';
import type { HeldUnits } from './stock-rules.ts';
import type { StoreAddress } from './store-address.ts';

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
  const { counted, findings } = await withAuditData(client, store, auditData);
  const parked = await auditParked(client, store);
  return {
    findings: [...findings, ...parked.findings],
    counted: { ...counted, parked: parked.count },
    tookMs: Date.now() - startedAt,
  };
}

type Counted = Omit<AuditReport['counted'], 'parked'>;

async function auditData(data: AuditData): Promise<{ findings: Finding[]; counted: Counted }> {
  const now = Date.now();
  const census = newCensus();
  const held: HeldUnits = new Map();
  const orders = new Map<number, { created_at: string }>();
  const rowFindings: Finding[] = [];
  const counters = await data.counters('orders');
  const indexedUpTo = counters.get(indexedUpToId) ?? 0;
  for await (const { orders: some, rows, texts } of data.orders()) {
    for (const order of some) {
      takeCensus(census, order);
      countHeld(held, order);
      orders.set(order._id, { created_at: order.created_at });
    }
    rowFindings.push(...itemRowFindings(some, rows), ...textFindings(some, texts, indexedUpTo));
  }
  const inventory = await data.inventory();
  const largest = await data.largestIds();
  const made = await data.madeOrders();
  const products = await data.products();
  const [ordersOutbox, catalogOutbox] = [await data.outbox('orders'), await data.outbox('catalog')];
  const moment = new Date(now).toISOString();
  const settledBefore = new Date(now - settledAfterMs).toISOString();
  const findings = [
    ...census.findings,
    ...stockFindings(inventory, held),
    ...cartFindings(census.spentCarts, await data.cartVersions()),
    ...counterFindings(counters, largest.orders),
    ...counterFindings(await data.counters('catalog'), largest.catalog),
    ...rowFindings,
    ...(await data.strayRows()).map(extraRow),
    ...(await data.strayTexts()).map(strayText),
    ...countFindings(census.counts, await data.orderCounts()),
    ...inboxFindings(made, orders, {
      deletions: await data.deletions(),
      keptSince: new Date(now - inboxKeptMs).toISOString(),
    }),
    ...copyFindings(products, await data.copies(), settledBefore),
    ...outboxFindings('orders', ordersOutbox.oldest, ordersOutbox.waiting, moment),
    ...outboxFindings('catalog', catalogOutbox.oldest, catalogOutbox.waiting, moment),
  ];
  const counted = {
    orders: orders.size,
    items: census.itemIds.size,
    commands: made.length,
    products: products.length,
    stock: inventory.length,
  };
  return { findings, counted };
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
