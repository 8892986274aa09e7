import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { decidedBy } from '#instruments/upgrade/rolling/decided-by.ts';

const since = new Date('2026-11-23T12:00:00Z');
const time = '2026-11-23T12:00:01.000Z';
const folder = mkdtempSync(join(tmpdir(), 'storefront-decided-'));

function write(set: string, process: string, lines: object[]): void {
  const logs = join(folder, set, 'data/logs');
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, `${process}.log`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

test('the report of a rolling upgrade lists each combination of a gateway and a worker of different releases that processed no write', () => {
  const taken = (id: string) => ({ time, msg: 'request answered', request_id: id });
  const decided = (id: string) => ({ time, msg: 'command decided', request_id: id, replayed: false });
  write('old-1', 'gateway', [taken('a'), taken('b')]);
  write('new-1', 'gateway', [taken('c'), taken('d')]);
  for (const set of ['old-1', 'new-1']) write(set, 'catalog-worker', []);
  write('old-1', 'orders-worker', [decided('a'), decided('c')]);
  write('new-1', 'orders-worker', [decided('d')]);
  const { table, missing } = decidedBy(folder, ['old-1', 'new-1'], since);
  expect(table.slice(1)).toEqual(['| earlier gateways | 1 | 0 |', '| gateways of this tree | 1 | 1 |']);
  expect(missing).toEqual(['no write through earlier gateways was processed by workers of this tree']);
  write('new-1', 'orders-worker', [decided('d'), decided('b')]);
  expect(decidedBy(folder, ['old-1', 'new-1'], since).missing).toEqual([]);
});
