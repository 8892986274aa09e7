import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Release = 'old' | 'new';
const releases = ['old', 'new'] as const;

const gateways = { old: 'earlier gateways', new: 'gateways of this tree' };
const workers = { old: 'earlier workers', new: 'workers of this tree' };

/** With `npm start` of this tree, a service's worker runs in the process of its API. */
const logOfWorker = /^(catalog|orders)(-worker)?\.log$/;

interface Line {
  time: string;
  msg: string;
  request_id?: string;
  replayed?: boolean;
}

interface Decided {
  /** A Markdown table with the counts. */
  table: string[];
  /**
   * Pairs of releases for which no write went from a gateway of one to a worker of the other. The run proves nothing about such a
   * pair.
   */
  missing: string[];
}

/**
 * Counts the writes since that time, from the logs of these sets of processes (such as `old-1`): how many each release's gateways
 * sent and each release's workers processed.
 */
export function decidedBy(folder: string, sets: readonly string[], since: Date): Decided {
  const from = since.toISOString();
  const askedOf = new Map<string, Release>();
  for (const set of sets) {
    for (const { msg, request_id: id } of linesOf(folder, set, /^gateway\.log$/))
      if (msg === 'request answered' && id !== undefined) askedOf.set(id, releaseOf(set));
  }
  const counts = { old: { old: 0, new: 0 }, new: { old: 0, new: 0 } };
  for (const set of sets) {
    for (const { msg, time, request_id: id = '', replayed } of linesOf(folder, set, logOfWorker)) {
      const gateway = askedOf.get(id);
      if (msg === 'command decided' && replayed === false && gateway && time >= from)
        counts[gateway][releaseOf(set)] += 1;
    }
  }
  const table = [
    '| writes through | decided by earlier workers | by workers of this tree |',
    `| ${gateways.old} | ${counts.old.old} | ${counts.old.new} |`,
    `| ${gateways.new} | ${counts.new.old} | ${counts.new.new} |`,
  ];
  const pairs = releases.flatMap((gateway) => releases.map((by) => [gateway, by] as const));
  const missing = pairs
    .filter(([gateway, by]) => counts[gateway][by] === 0)
    .map(([gateway, by]) => `no write through ${gateways[gateway]} was processed by ${workers[by]}`);
  return { table, missing };
}

function releaseOf(set: string): Release {
  return set.startsWith('old') ? 'old' : 'new';
}

function linesOf(folder: string, set: string, logs: RegExp): Line[] {
  const logFolder = join(folder, set, 'data/logs');
  const text = readdirSync(logFolder)
    .filter((name) => logs.test(name))
    .map((name) => readFileSync(join(logFolder, name), 'utf8'))
    .join('\n');
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
}
