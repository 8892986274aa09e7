import { randomUUID } from 'node:crypto';
import { repairOne, wantedRepairs, type Repairs } from '#shared/engine/audit/repair-findings.ts';
import { runAudit, type AuditReport as Report, type AuditSection } from '#shared/engine/audit/run-audit.ts';
import { byService, serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import type { Finding } from '#shared/engine/decide/audit-finding.ts';
import { services } from '../services.ts';
import type { StoreAddress } from '../store-address.ts';
import type { AuditClient } from './audit-client.ts';
import { copiesSection, judgeProductCopy } from './audit-copies.ts';
import { parkedSection, repairParked } from './audit-parked.ts';

export interface AuditReport extends Report {
  counted: Counted;
  tookMs: number;
}

type Counted = Record<keyof typeof countedAlways, number>;

/** Counts that appear in every report, even if they are zero. */
const countedAlways = { orders: 0, items: 0, commands: 0, products: 0, stock: 0, parked: 0 };

/** How long to wait for the effects of running work, in ms. The effects usually arrive within this time. */
const usualSettleMs = 3000;

interface Part {
  sections: readonly AuditSection[];
  repairs: Repairs;
}

/**
 * Each service's audit. The audit of the orders service includes checks that need the catalog's database or
 * the broker.
 */
function partsOf(
  client: AuditClient,
  store: StoreAddress,
  keepsBaselines = false,
): Record<ServiceName, Part> {
  const { namespace } = store;
  const across = [copiesSection(namespace), parkedSection(client, store)];
  const copies = {
    'product-copy': (data, id) => judgeProductCopy(data, { client, namespace }, Number(id)),
  } satisfies Repairs;
  return byService((name) => {
    const { sections, repairs } = services[name];
    const isOrders = name === 'orders';
    return {
      sections: [...sections({ keepsBaselines }), ...(isOrders ? across : [])],
      repairs: { ...repairs, ...(isOrders && copies) },
    };
  });
}

/**
 * Checks all invariants: of the data of each service, of the copies that one service has of another's data,
 * and of parked commands.
 */
export async function auditStore(
  client: AuditClient,
  store: StoreAddress,
  { settleMs = usualSettleMs, keepsBaselines = false } = {},
): Promise<AuditReport> {
  const began = performance.now();
  const ages = { longestMs: 0 };
  const looking = { ages, pace: () => Promise.resolve(), signal: new AbortController().signal };
  const reports: Report[] = [];
  for (const [service, { sections, repairs }] of Object.entries(partsOf(client, store, keepsBaselines))) {
    const database = { client, name: `${store.namespace}_${service}` };
    reports.push(await runAudit(sections, { ...looking, database }, { settleMs, judges: repairs }));
  }
  const counts: Report['counts'] = {};
  for (const report of reports)
    for (const [rule, count] of Object.entries(report.counts) as [keyof typeof counts, number][])
      counts[rule] = (counts[rule] ?? 0) + count;
  return {
    started_at: reports[0]?.started_at ?? '',
    finished_at: reports.at(-1)?.finished_at ?? '',
    seconds: reports.reduce((sum, { seconds }) => sum + seconds, 0),
    longest_snapshot_seconds: reports.at(-1)?.longest_snapshot_seconds ?? 0,
    counted: Object.assign({ ...countedAlways }, ...reports.map(({ counted }) => counted)) as Counted,
    counts,
    findings: reports.flatMap(({ findings }) => findings),
    not_checked: reports.flatMap((report) => report.not_checked),
    tookMs: Math.round(performance.now() - began),
  };
}

/** Repairs data that can be derived from a correct source. With `isDry`, only reports the intended changes. */
export async function repairStore(
  client: AuditClient,
  store: StoreAddress,
  findings: readonly Finding[],
  { isDry }: { isDry: boolean },
): Promise<string[]> {
  const parts = partsOf(client, store);
  const run = randomUUID();
  const done: string[] = [];
  for (const wanted of wantedRepairs(findings)) {
    const service = serviceOf(String(wanted.id));
    const database = { client, name: `${store.namespace}_${service}` };
    done.push(
      (await repairParked(client, store, wanted, { isDry })) ??
        (await repairOne(database, parts[service].repairs, wanted, { isDry, run })) ??
        `${wanted.kind} ${wanted.id} is left: no repair exists for it`,
    );
  }
  return done;
}

/**
 * The service whose record a repair changes. The id begins with the kind of the record, such as `products/7`. The id of a
 * sequence is the name of its collection, such as `products`. All other ids belong to the orders service.
 */
function serviceOf(id: string): ServiceName {
  const [kind = ''] = id.split('/');
  return serviceNames.find((name) => services[name].sequences.includes(kind)) ?? 'orders';
}
