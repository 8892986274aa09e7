import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { allAttacks } from './all-attacks.ts';
import { hostileTable, progressLine } from './hostile-report.ts';
import { startHostileRun, type HostileRun } from './hostile-run.ts';

/**
 * Runs attacks that could stop the store. Only `npm run store -- hostile-load` also checks how slow other
 * callers become. A machine that runs tests has other work and would distort such a check.
 */
const shortSubset: Record<string, number[]> = {
  'multipart, 200,000 empty parts, gzipped': [4, 32],
  '/openapi.json, a new Host each': [32],
  'all orders of their own, never read': [256],
  'every product, never read': [256],
};

let run: HostileRun;

beforeAll(async () => {
  run = await startHostileRun({ seconds: 2, say: () => undefined });
}, 180_000);
afterAll(async () => run.stop(), 60_000);

describe('hostile load', () => {
  test.each(Object.entries(shortSubset))(
    'during the attack “%s” by other clients, an ordinary client reads and writes without errors',
    async (name, connections) => {
      const attacks = allAttacks.filter((attack) => attack.name === name);
      expect(attacks).toHaveLength(1);
      const rows = await run.family(
        attacks.map((attack) => ({ ...attack, connections })),
        () => undefined,
      );
      const wrong = rows.filter((row) => row.defects.length > 0);
      if (wrong.length > 0) process.stderr.write(`${hostileTable(rows)}\n`);
      expect(wrong.map((row) => [progressLine(row), row.defects])).toEqual([]);
    },
    120_000,
  );
});
