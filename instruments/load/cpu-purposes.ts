import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a file's path, and the purpose of such a file's code. The first match counts. */
const purposes: readonly (readonly [path: string, purpose: string])[] = [
  ['/services/gateway/auth/', 'authentication'],
  ['/services/gateway/limits/', 'limits'],
  ['/services/gateway/body/', 'bodies'],
  ['/services/gateway/commands/', 'commands in the gateway'],
  ['/services/gateway/', 'HTTP'],
  ['/shared/contracts/', 'validation'],
  ['/node_modules/joi/', 'validation'],
  ['/shared/platform/telemetry/', 'telemetry'],
  ['/node_modules/@opentelemetry/', 'telemetry'],
  ['/services/orders/statistics/', 'statistics'],
  ['/services/orders/lists/storage/search-index', 'search index'],
  ['/shared/engine/lists/search-text', 'search index'],
  ['/services/orders/records/storage/order-counts', 'counts of orders'],
  ['/services/orders/stock/storage/report-stock', 'stock reports'],
  ['/services/orders/erasure/', 'erasure'],
  ['/services/orders/audit/', 'audit'],
  ['/shared/engine/audit/', 'audit'],
  ['/services/webhooks/', 'webhooks'],
  ['/shared/engine/events/', 'positions and publishing'],
  ['/shared/engine/commands/parked/', 'parked commands'],
  ['/shared/platform/mongo/leases', 'leases'],
  ['/shared/engine/decide/', 'decide'],
  ['/shared/engine/commands/load', 'load'],
  ['/shared/platform/mongo/load', 'load'],
  ['/services/orders/store/loads', 'load'],
  ['/shared/engine/commands/', 'batches'],
  ['/services/orders/', 'decide'],
  ['/shared/platform/mongo/', 'database'],
  ['/shared/platform/amqp/', 'broker'],
  ['/shared/platform/http/', 'HTTP'],
  ['/shared/platform/process/', 'timers'],
  ['/node_modules/amqplib/', 'broker'],
  ['/node_modules/mongodb/', 'database'],
  ['/node_modules/bson/', 'database'],
  ['/node_modules/mongoose/', 'database'],
  ['/node_modules/ioredis/', 'Redis'],
  ['/node_modules/bullmq/', 'Redis'],
  ['/node_modules/pino', 'log'],
  ['/node_modules/undici/', 'HTTP'],
  ['node:_http', 'HTTP'],
  ['node:internal/deps/undici', 'HTTP'],
];

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  /** Microseconds of the monotonic clock. */
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

interface Between {
  /** Milliseconds of the monotonic clock. */
  from: number;
  to: number;
}

/** Reads all CPU profiles in a folder. Returns, for each process, the share of its CPU time that each purpose had. */
export function purposesIn(folder: string, between: Between): Record<string, Record<string, number>> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  return Object.fromEntries(
    files.map((name) => {
      const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile;
      return [processOf(profile), sharesIn(profile, between)];
    }),
  );
}

function processOf({ nodes }: CpuProfile): string {
  const urls = nodes.map(({ callFrame: { url } }) => url);
  for (const url of urls) {
    const [, service, role] = /\/services\/([a-z]+)\/(api|worker|main)\.ts$/.exec(url) ?? [];
    if (service) return role === 'main' ? service : `${service}-${role}`;
  }
  return 'other';
}

function sharesIn({ nodes, startTime, samples, timeDeltas }: CpuProfile, { from, to }: Between) {
  const purposeOf = createPurposeOf(nodes);
  const times = new Map<string, number>();
  let [at, all] = [startTime / 1000, 0];
  for (const [index, sample] of samples.entries()) {
    const ms = (timeDeltas[index] ?? 0) / 1000;
    at += ms;
    if (at < from || at > to) continue;
    const purpose = purposeOf(sample);
    if (purpose === null) continue;
    all += ms;
    times.set(purpose, (times.get(purpose) ?? 0) + ms);
  }
  const shares = [...times].map(([purpose, ms]): [string, number] => [purpose, ms / all]);
  return Object.fromEntries(shares.sort(([, a], [, b]) => b - a));
}

/** Returns a function that finds the purpose of a profile's node. Null: the process waited. */
function createPurposeOf(nodes: CpuProfile['nodes']): (id: number) => string | null {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const known = new Map<number, string | null>();
  const find = (id: number): string | null => {
    const node = byId.get(id);
    if (!node) return 'Node itself';
    const { functionName, url } = node.callFrame;
    if (functionName === '(idle)') return null;
    if (functionName === '(garbage collector)') return 'garbage collection';
    const own = purposes.find(([path]) => url.includes(path));
    if (own) return own[1];
    const parent = parents.get(id);
    return parent === undefined ? 'Node itself' : purposeAt(parent);
  };
  const purposeAt = (id: number): string | null => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = find(id);
    known.set(id, found);
    return found;
  };
  return purposeAt;
}
