import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { openAuditClient, type AuditClient } from '#tools/operate/audit/audit-client.ts';
import { auditStore } from '#tools/operate/audit/audit-store.ts';
import { callers, store } from '../outages/outage-store.ts';
import { expectStatus } from '../../support/refusals.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';
import { bulkWork, othersWrites, type BulkWork, type OthersWrite } from '../support/random-bulk-work.ts';
import {
  aShop,
  openShop,
  tableNames,
  type Shop,
  type Snapshot,
  type TableName,
} from '../support/random-shop.ts';

/** UNDO_SEED repeats a run with the same shops and the same bulk work. */
const seed = Number(process.env['UNDO_SEED'] ?? randomInt(2 ** 31));
/**
 * Each test starts new shops until UNDO_SECONDS have passed, and finishes the last shop. The instrument sets
 * a longer time.
 */
const beginsWithinMs = Number(process.env['UNDO_SECONDS'] ?? 4) * 1000;

/** After a failure, fast-check does not look for a smaller failing shop, because that would take minutes. */
const many = { seed, numRuns: 1000, endOnFailure: true };

/** Whether to start another shop. The first shop always starts, however slow the machine is. */
function shopsBegun(): () => boolean {
  const until = performance.now() + beginsWithinMs;
  return () => performance.now() < until;
}

let database: AuditClient;

type Bulk = Operation<BulkCounts> & { sums: unknown };

const ended = ['succeeded', 'partly_succeeded', 'failed'];

async function begin(method: 'POST' | 'PUT', path: string, json: object): Promise<Bulk> {
  const reply = await callers.admin.send<Bulk>(method, path, { json, headers: { prefer: 'wait=30' } });
  expectStatus(reply, 200);
  expect(ended).toContain(reply.data.status);
  return reply.data;
}
const undo = ({ id }: Bulk) => begin('POST', `/api/operations/${id}/undo`, {});

/** Runs the bulk work. The result of a dry run must equal the result of applying it. */
async function done({ method, path, body, isRehearsed }: BulkWork): Promise<Bulk> {
  if (!isRehearsed) return begin(method, path, body);
  const rehearsal = await begin(method, path, { ...body, dry_run: true });
  if (rehearsal.result.changed === 0) return rehearsal;
  const applied = await begin('POST', `/api/operations/${rehearsal.id}/apply`, {});
  expect([applied.result, applied.sums]).toEqual([rehearsal.result, rehearsal.sums]);
  return applied;
}

async function isClean(): Promise<void> {
  const { servers, namespace } = store;
  const { findings } = await auditStore(database, { ...servers, namespace });
  expect(findings).toEqual([]);
}

interface Step {
  table: TableName;
  operation: Bulk;
  before: Snapshot;
  after: Snapshot;
}

/** Runs each bulk work in turn. Keeps snapshots from before and after, if it changed a record. */
async function doAll(shop: Shop, works: readonly BulkWork[]): Promise<Step[]> {
  const steps: Step[] = [];
  let before = await shop.snapshot();
  for (const work of works) {
    const operation = await done(work);
    if (operation.result.changed === 0) continue;
    const after = await shop.snapshot();
    steps.push({ table: work.table, operation, before, after });
    before = after;
  }
  return steps;
}

describe('undoing random bulk work', () => {
  beforeAll(async () => {
    database = await openAuditClient(store.servers.mongodbUri);
    process.stderr.write(`undo properties: UNDO_SEED=${seed}\n`);
  });
  afterAll(async () => {
    await database.close();
  });

  test(
    'undoing several bulk operations, the latest first, restores the state before each operation, and undoing these undos restores the state after each operation',
    async () => {
      const isBegun = shopsBegun();
      await fc.assert(
        fc.asyncProperty(
          aShop,
          fc.array(bulkWork, { minLength: 2, maxLength: 4 }),
          async (plan, makeWorks) => {
            if (!isBegun()) return;
            const shop = await openShop(callers, plan);
            const steps = await doAll(
              shop,
              makeWorks.map((makeWork) => makeWork(shop)),
            );
            const undone: { operation: Bulk; after: Snapshot }[] = [];
            for (const { operation, before, after } of steps.toReversed()) {
              const back = await undo(operation);
              expect(back.result).toEqual({ ...none, changed: operation.result.changed });
              expect(await shop.snapshot()).toEqual(before);
              undone.push({ operation: back, after });
            }
            for (const { operation, after } of undone.toReversed()) {
              expect((await undo(operation)).result).toEqual({ ...none, changed: operation.result.changed });
              expect(await shop.snapshot()).toEqual(after);
            }
          },
        ),
        many,
      );
      await isClean();
    },
    80_000 + beginsWithinMs,
  );

  test(
    'if other writes have changed records since a bulk operation, its undo leaves these records as they are and reports them',
    async () => {
      const isBegun = shopsBegun();
      await fc.assert(
        fc.asyncProperty(aShop, bulkWork, othersWrites, async (plan, makeWork, makeWrites) => {
          if (!isBegun()) return;
          const shop = await openShop(callers, plan);
          const [step] = await doAll(shop, [makeWork(shop)]);
          if (!step) return;
          const { table, operation, before } = step;
          const written = await writeAll(makeWrites(shop));
          const between = await shop.snapshot();
          const changed = shop.ids[table].filter((id) => hasChanged(step, id));
          const refused = changed.filter((id) => written.has(`${table}/${id}`));
          const back = await undo(operation);
          expect(back.result).toEqual({
            ...none,
            refused: refused.length,
            changed: changed.length - refused.length,
          });
          // Sorts the errors by id, because bulk work on a selection lists them in the sequence of the list, newest first.
          const named = back.errors.map(({ id, code }) => ({ id, code })).sort((a, b) => a.id - b.id);
          expect(named).toEqual(refused.map((id) => ({ id, code: 'changed_since' })));
          const { records } = await shop.snapshot();
          for (const name of tableNames) {
            for (const id of shop.ids[name]) {
              const isGivenBack = name === table && changed.includes(id) && !refused.includes(id);
              const from = isGivenBack ? before : between;
              expect(records[name][id]).toEqual(from.records[name][id]);
            }
          }
        }),
        many,
      );
      await isClean();
    },
    80_000 + beginsWithinMs,
  );
});

const none: BulkCounts = { changed: 0, unchanged: 0, not_found: 0, refused: 0 };

function hasChanged({ table, before, after }: Step, id: number): boolean {
  return !isDeepStrictEqual(before.records[table][id], after.records[table][id]);
}

/** Returns the names of the written records, such as `orders/12`. Deleted records cannot be written. */
async function writeAll(writes: readonly OthersWrite[]): Promise<Set<string>> {
  const written = new Set<string>();
  for (const { path, body, of } of writes) {
    const { status } = await callers.admin.put(path, body);
    expect([200, 404]).toContain(status);
    if (status === 200) written.add(of);
  }
  return written;
}
