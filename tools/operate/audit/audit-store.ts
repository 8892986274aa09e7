import { randomUUID } from 'node:crypto';
import { catalogAudit, catalogRepairs } from '#services/catalog/storage/catalog-audit.ts';
import { ordersAudit } from '#services/orders/storage/audit/orders-audit.ts';
import { ordersRepairs } from '#services/orders/storage/audit/repair-orders.ts';
import { webhooksAudit, webhooksRepairs } from '#services/webhooks/storage/webhooks-audit.ts';
import { repairOne, wantedRepairs, type Repairs } from '#shared/audit/repair-findings.ts';
import { runAudit, type AuditReport as Report, type AuditSection } from '#shared/audit/run-audit.ts';
import type { Finding } from '#shared/decide/audit-finding.ts';
import type { StoreAddress } from '../store-address.ts';
import type { AuditClient } from './audit-client.ts';
import { copiesSection, judgeProductCopy } from './audit-copies.ts';
import { parkedSection, repairParked } from './audit-parked.ts';

export interface AuditReport extends Report {
  counted: Record<keyof typeof countedAlways, number>;
  tookMs: number;
}

/** Counts that appear in every report, even if they are zero. */
const countedAlways = { orders: 0, items: 0, commands: 0, products: 0, stock: 0, parked: 0 };

/** The time within which running work usually arrives. */
const usualSettleMs = 3000;

/** Checks all invariants: within each service's data, between services that store copies of each other's data, and for parked commands. */
export async function auditStore(
  client: AuditClient,
  store: StoreAddress,
  { settleMs = usualSettleMs, keepsBaselines = false } = {},
): Promise<AuditReport> {
  const began = performance.now();
  const ages = { longestMs: 0 };
  const look = (service: string, sections: readonly AuditSection[], judges: Repairs) =>
    runAudit(
      sections,
      {
        database: { client, name: `${store.namespace}_${service}` },
        ages,
        pace: () => Promise.resolve(),
        signal: new AbortController().signal,
      },
      { settleMs, judges },
    );
  const { namespace } = store;
  const sections = [
    ...ordersAudit({ keepsBaselines }),
    copiesSection(namespace),
    parkedSection(client, store),
  ];
  const orders = await look('orders', sections, repairsOfOrders(client, namespace));
  const catalog = await look('catalog', catalogAudit, catalogRepairs);
  const webhooks = await look('webhooks', webhooksAudit, webhooksRepairs);
  return {
    ...webhooks,
    started_at: orders.started_at,
    seconds: orders.seconds + catalog.seconds + webhooks.seconds,
    counted: { ...countedAlways, ...orders.counted, ...catalog.counted, ...webhooks.counted },
    counts: addedUp(addedUp(orders.counts, catalog.counts), webhooks.counts),
    findings: [...orders.findings, ...catalog.findings, ...webhooks.findings],
    not_checked: [...orders.not_checked, ...catalog.not_checked, ...webhooks.not_checked],
    tookMs: Math.round(performance.now() - began),
  };
}

function addedUp(some: Report['counts'], others: Report['counts']): Report['counts'] {
  const sums = { ...some };
  for (const [rule, count] of Object.entries(others) as [keyof typeof others, number][])
    sums[rule] = (sums[rule] ?? 0) + count;
  return sums;
}

/** Adds the repair for product copies, which needs the databases of both services. */
function repairsOfOrders(client: AuditClient, namespace: string): Repairs {
  return {
    ...ordersRepairs,
    'product-copy': (data, id) => judgeProductCopy(data, { client, namespace }, Number(id)),
  };
}

/** Repairs data that can be derived from a correct source. With `isDry`, only reports the intended changes. */
export async function repairStore(
  client: AuditClient,
  store: StoreAddress,
  findings: readonly Finding[],
  { isDry }: { isDry: boolean },
): Promise<string[]> {
  const databases: [name: string, repairs: Repairs][] = [
    [`${store.namespace}_orders`, repairsOfOrders(client, store.namespace)],
    [`${store.namespace}_catalog`, catalogRepairs],
    [`${store.namespace}_webhooks`, webhooksRepairs],
  ];
  const run = randomUUID();
  const done: string[] = [];
  for (const wanted of wantedRepairs(findings)) {
    const [name, repairs] = databases[databaseOf(wanted.id)] ?? ['', {}];
    done.push(
      (await repairParked(client, store, wanted, { isDry })) ??
        (await repairOne({ client, name }, repairs, wanted, { isDry, run })) ??
        `${wanted.kind} ${wanted.id} is left: no repair exists for it`,
    );
  }
  return done;
}

/**
 * The index of the database for a repair, determined by the repair's id. A sequence's id is the name of its collection, and other ids
 * begin with the kind of the record. All remaining ids belong to the orders service.
 */
function databaseOf(id: number | string): number {
  if (/^(products|subscriptions)(\/|$)/.test(String(id))) return 1;
  return /^(webhooks|deliveries)(\/|$)/.test(String(id)) ? 2 : 0;
}
