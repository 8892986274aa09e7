import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Release = 'old' | 'new';

interface Line {
  time: string;
  msg: string;
  request_id?: string;
  replayed?: boolean;
}

/** How many writes of each release's gateways the workers of each release have decided since then, by their logs. */
export function decidedBy(folder: string, sets: readonly string[], since: Date): string[] {
  const from = since.toISOString();
  const askedOf = new Map<string, Release>();
  for (const set of sets) {
    for (const { msg, request_id: id } of linesOf(folder, set, 'gateway'))
      if (msg === 'request answered' && id !== undefined) askedOf.set(id, releaseOf(set));
  }
  const counts = { old: { old: 0, new: 0 }, new: { old: 0, new: 0 } };
  for (const set of sets) {
    const lines = ['catalog-worker', 'orders-worker'].flatMap((worker) => linesOf(folder, set, worker));
    for (const { msg, time, request_id: id = '', replayed } of lines) {
      const gateway = askedOf.get(id);
      if (msg === 'command decided' && replayed === false && gateway && time >= from)
        counts[gateway][releaseOf(set)] += 1;
    }
  }
  return [
    '| writes through | decided by earlier workers | by workers of this tree |',
    `| earlier gateways | ${counts.old.old} | ${counts.old.new} |`,
    `| gateways of this tree | ${counts.new.old} | ${counts.new.new} |`,
  ];
}

function releaseOf(set: string): Release {
  return set.startsWith('old') ? 'old' : 'new';
}

function linesOf(folder: string, set: string, process: string): Line[] {
  const text = readFileSync(join(folder, set, 'data/logs', `${process}.log`), 'utf8');
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
}
