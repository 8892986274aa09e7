import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bulkHandlers } from '#shared/engine/decide/bulk-handlers.ts';
import {
  chunkCommand,
  chunkSize,
  isFinal,
  splitCommand,
  type BulkFate,
  type BulkOperation,
  type BulkTables,
  type BulkWork,
} from '#shared/engine/decide/bulk-operation.ts';
import { decideBatch, type BatchWork, type Delivered } from '#shared/engine/decide/decide-batch.ts';
import type { State, Counter } from '#shared/engine/decide/handler.ts';
import { idOfRow, valuesBefore } from '#shared/engine/decide/ledger-row.ts';
import { ledgerCommand, ledgerNow } from '../support/ledger.ts';

interface Lamp {
  _id: number;
  version: number;
  isOn: boolean;
  isBroken: boolean;
}
// A type alias, because an interface is not assignable to an index signature.
type LampTables = { lamps: Lamp; counters: Counter } & BulkTables;

/** Switches lamps on. A broken lamp is rejected. */
const work: BulkWork<LampTables, object> = {
  table: 'lamps',
  needs: (ids) => ({ lamps: ids }),
  step: (state, id, { asked }) => {
    const lamp = state.lamps.get(id);
    if (!lamp) return { fate: 'not_found', changes: [], events: [] };
    if (lamp.isBroken) return { fate: 'refused', error: { code: 'conflict' }, changes: [], events: [] };
    if (lamp.isOn === asked['on']) return { fate: 'unchanged', changes: [], events: [] };
    const put = { ...lamp, version: lamp.version + 1, isOn: asked['on'] === true };
    return {
      fate: 'changed',
      changes: [{ table: 'lamps', put }],
      events: [{ type: 'lamp.switched.v1', subject: `lamps/${id}`, data: { version: put.version } }],
    };
  },
  restore: (state, row) => {
    const lamp = state.lamps.get(idOfRow(row));
    if (!lamp) return { fate: 'not_found', changes: [], events: [] };
    const put = { ...lamp, version: lamp.version + 1, ...valuesBefore<Lamp>(row, ['isOn']) };
    return { fate: 'changed', changes: [{ table: 'lamps', put }], events: [] };
  },
};
const tracked = { lamps: {} };
const handlers = bulkHandlers<LampTables, object>('orders', { switch: work }, tracked);

class House {
  state: State<LampTables>;
  readonly events: string[] = [];

  constructor(lamps: Lamp[]) {
    this.state = {
      lamps: new Map(lamps.map((lamp) => [lamp._id, lamp])),
      counters: new Map(),
      bulk: new Map(),
      bulkChunks: new Map(),
      bulkPreviews: new Map(),
      ledgerRows: new Map(),
      selected: new Map(),
    };
  }

  run(delivery: Delivered): BatchWork<LampTables> {
    const done = decideBatch([delivery], this.state, new Map(), handlers as never, {
      now: ledgerNow,
      tracked,
    });
    for (const { table, before, after } of done.writes) {
      const records = this.state[table] as Map<unknown, unknown>;
      if (after) records.set(after._id, after);
      else records.delete(before?._id);
    }
    this.events.push(...done.events.map(({ draft }) => draft.subject));
    return done;
  }

  begin(ids: number[], more: object = {}): string {
    const command = ledgerCommand('switch', { ids, on: true, ...more } as never);
    const [result] = this.run({ command, keepsInbox: true }).results;
    expect(result).toMatchObject({ outcome: { status: 202, background: true } });
    return command.id;
  }

  doChunk(operation: string, index: number, more: object = {}): BatchWork<LampTables> {
    return this.runOwn(chunkCommand, operation, index, more);
  }

  split(operation: string, index: number): BatchWork<LampTables> {
    return this.runOwn(splitCommand, operation, index, {});
  }

  private runOwn(type: string, operation: string, index: number, more: object): BatchWork<LampTables> {
    const { ids = [] } = this.state.bulkChunks.get(`${operation}:${index}`) ?? {};
    const body = { operation, type: 'switch', index, ids, ...more };
    return this.run({ command: ledgerCommand(type, body as never), keepsInbox: false });
  }

  operation(id: string): BulkOperation {
    const found = this.state.bulk.get(id);
    if (!found) throw new Error('no such operation');
    return found;
  }

  /** Runs all chunks and returns the number of chunks. */
  finish(id: string): number {
    let chunks = 0;
    for (; !isFinal(this.operation(id).status); chunks += 1) this.doChunk(id, this.operation(id).next_chunk);
    return chunks;
  }

  get lit(): number[] {
    return [...this.state.lamps.values()].filter((lamp) => lamp.isOn).map((lamp) => lamp._id);
  }
}

const lamp = (id: number, values: Partial<Lamp> = {}): Lamp => ({
  _id: id,
  version: 1,
  isOn: false,
  isBroken: false,
  ...values,
});
const range = (count: number, from = 1) => Array.from({ length: count }, (_, index) => index + from);

describe('bulk operations', () => {
  test('a bulk command can select at most 100,000 records', () => {
    const selecting = (count: number) => {
      const house = new House([]);
      const command = ledgerCommand('switch', { all: true, on: true } as never);
      const selected = { _id: command.id, version: 0, ids: range(count), at: ledgerNow };
      house.state = { ...house.state, selected: new Map([[command.id, selected]]) };
      const [result] = house.run({ command, keepsInbox: true }).results;
      return { result, operation: house.state.bulk.get(command.id) };
    };
    expect(selecting(100_000).operation).toMatchObject({ total: 100_000, chunks: 200 });
    const { result, operation } = selecting(100_001);
    const fields = [{ field: 'all', rule: 'selects_too_many', params: { max: 100_000 } }];
    expect(result).toMatchObject({ outcome: { problem: { code: 'validation_failed', fields } } });
    expect(operation).toBeUndefined();
  });

  test('a queued bulk operation changes nothing until it runs', () => {
    const house = new House([lamp(1)]);
    const operation = house.operation(house.begin([1]));
    expect(operation).toMatchObject({
      status: 'queued',
      total: 1,
      chunks: 1,
      next_chunk: 0,
      owner: 'client:7',
      dry_run: false,
      asked: { on: true },
      counts: { changed: 0, unchanged: 0, not_found: 0, refused: 0 },
      started_at: null,
      finished_at: null,
    });
    expect(house.lit).toEqual([]);
  });

  test('a bulk operation counts each record once, as changed, unchanged, not found or refused, and these counts decide its status', () => {
    const house = fc.array(fc.record({ isOn: fc.boolean(), isBroken: fc.boolean(), isThere: fc.boolean() }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(house, (plan) => {
        const lamps = plan.map(({ isOn, isBroken }, index) => lamp(index + 1, { isOn, isBroken }));
        const there = new House(lamps.filter((_, index) => plan[index]?.isThere));
        const id = there.begin(range(plan.length));
        there.finish(id);
        const { counts, status, errors_total } = there.operation(id);
        const of = (fate: BulkFate) =>
          plan.filter(({ isOn, isBroken, isThere }) =>
            !isThere
              ? fate === 'not_found'
              : isBroken
                ? fate === 'refused'
                : fate === (isOn ? 'unchanged' : 'changed'),
          ).length;
        expect(counts).toEqual({
          changed: of('changed'),
          unchanged: of('unchanged'),
          not_found: of('not_found'),
          refused: of('refused'),
        });
        const failed = counts.not_found + counts.refused;
        const done = counts.changed + counts.unchanged;
        expect(status).toBe(failed === 0 ? 'succeeded' : done === 0 ? 'failed' : 'partly_succeeded');
        expect([errors_total, there.events.length]).toEqual([failed, counts.changed]);
      }),
    );
  });

  test('a bulk operation processes its records in chunks, stores the number of the next chunk, and succeeds after the last chunk', () => {
    const count = chunkSize * 2 + 1;
    const house = new House(range(count).map((id) => lamp(id)));
    const id = house.begin(range(count));
    house.doChunk(id, 0);
    expect(house.operation(id)).toMatchObject({
      status: 'running',
      next_chunk: 1,
      counts: { changed: chunkSize },
      started_at: ledgerNow,
      finished_at: null,
    });
    expect(house.finish(id)).toBe(2);
    expect(house.operation(id)).toMatchObject({
      status: 'succeeded',
      finished_at: ledgerNow,
      counts: { changed: count },
    });
    expect(house.lit).toHaveLength(count);
  });

  test('a bulk operation processes each chunk of its records once, even if the command for a chunk is redelivered', () => {
    const house = new House(range(chunkSize + 1).map((id) => lamp(id)));
    const id = house.begin(range(chunkSize + 1));
    house.doChunk(id, 0);
    expect(house.doChunk(id, 0).writes).toEqual([]);
    expect(house.doChunk(id, 7).writes).toEqual([]);
    house.finish(id);
    expect(house.doChunk(id, 1).writes).toEqual([]);
    expect(house.events).toHaveLength(chunkSize + 1);
    expect(house.operation(id).counts.changed).toBe(chunkSize + 1);
  });

  test('a bulk operation counts all errors but shows only the first hundred, and each chunk of its records stores its own errors', () => {
    const house = new House([]);
    const id = house.begin(range(chunkSize + 20));
    house.finish(id);
    const { errors, errors_total, status } = house.operation(id);
    expect([status, errors.length, errors_total]).toEqual(['failed', 100, chunkSize + 20]);
    expect(errors[99]).toEqual({ id: 100, code: 'not_found' });
    expect(house.state.bulkChunks.get(`${id}:1`)).toMatchObject({
      fates: Array(20).fill('not_found'),
      errors: range(20, chunkSize + 1).map((of) => ({ id: of, code: 'not_found' })),
    });
  });

  test('if a chunk of a bulk operation’s records is split in two, the halves together contain each record of the chunk once', () => {
    const count = chunkSize + 7;
    const house = new House(range(count).map((id) => lamp(id)));
    const id = house.begin(range(count));
    house.split(id, 0);
    expect(house.operation(id)).toMatchObject({ status: 'queued', chunks: 3, next_chunk: 0, total: count });
    const halves = [0, 2].map((index) => house.state.bulkChunks.get(`${id}:${index}`)?.ids);
    expect(halves).toEqual([range(250), range(250, 251)]);
    expect(house.split(id, 1).writes).toEqual([]);
    expect(house.finish(id)).toBe(3);
    expect(house.operation(id)).toMatchObject({ status: 'succeeded', counts: { changed: count } });
    expect(house.events).toHaveLength(count);
    expect(house.split(id, 2).writes).toEqual([]);
  });

  test('a command to split a bulk operation’s chunk changes nothing if the chunk has only one record', () => {
    const house = new House([lamp(1)]);
    expect(house.split(house.begin([1]), 0).writes).toEqual([]);
  });

  test('if the command for a chunk of a bulk operation’s records contains an error code, these records fail with this code and stay unchanged', () => {
    const house = new House([lamp(1)]);
    const id = house.begin([1]);
    house.doChunk(id, 0, { refusal: 'record_too_large' });
    expect(house.operation(id)).toMatchObject({
      status: 'failed',
      counts: { refused: 1 },
      errors_total: 1,
      errors: [{ id: 1, code: 'record_too_large' }],
    });
    expect([house.lit, house.events]).toEqual([[], []]);
  });

  test('a command for a chunk of an unknown kind of bulk operation throws an error before its records are loaded', () => {
    const body = { operation: 'o', type: 'dim', index: 0, ids: [1] };
    const command = ledgerCommand(chunkCommand, body as never) as never;
    expect(() => handlers[chunkCommand]?.needs(command)).toThrow('No bulk work of type dim');
  });

  test('a bulk operation fails if its next chunk is missing in the database, and its counts still add up to its number of records', () => {
    const count = chunkSize * 2 + 5;
    const house = new House(range(count).map((id) => lamp(id)));
    const id = house.begin(range(count));
    house.doChunk(id, 0);
    house.state = { ...house.state, bulkChunks: new Map() };
    house.doChunk(id, 1);
    expect(house.operation(id)).toMatchObject({
      status: 'failed',
      problem: { code: 'work_lost' },
      finished_at: ledgerNow,
      counts: { changed: chunkSize, unchanged: 0, not_found: 0, refused: chunkSize + 5 },
      errors_total: chunkSize + 5,
    });
  });

  test.each([null, undefined, 'no list'])(
    'a bulk operation fails if the stored list of record ids of its next chunk is %j, as if the chunk were missing',
    (ids) => {
      const house = new House(range(3).map((id) => lamp(id)));
      const id = house.begin(range(3));
      const chunk = house.state.bulkChunks.get(`${id}:0`);
      house.state = { ...house.state, bulkChunks: new Map([[`${id}:0`, { ...chunk, ids } as never]]) };
      const [result] = house.doChunk(id, 0).results;
      expect(result?.kind).toBe('decided');
      expect(house.operation(id)).toMatchObject({
        status: 'failed',
        problem: { code: 'work_lost' },
        counts: { changed: 0, refused: 3 },
      });
    },
  );

  test('a cancelled bulk operation processes no further chunk of its records', () => {
    const house = new House(range(chunkSize + 1).map((id) => lamp(id)));
    const id = house.begin(range(chunkSize + 1));
    house.doChunk(id, 0);
    const cancelled = { ...house.operation(id), status: 'cancelled' as const };
    house.state = { ...house.state, bulk: new Map([[id, cancelled]]) };
    expect(house.doChunk(id, 1).writes).toEqual([]);
    expect(house.lit).toHaveLength(chunkSize);
  });

  test('a dry run of a bulk operation has the same counts as the real run and changes nothing', () => {
    const lamps = [lamp(1), lamp(2, { isOn: true }), lamp(3, { isBroken: true })];
    const [real, rehearsal] = [new House(lamps), new House(lamps)];
    const done = real.begin([1, 2, 3, 4]);
    const rehearsed = rehearsal.begin([1, 2, 3, 4], { dry_run: true });
    real.finish(done);
    rehearsal.finish(rehearsed);
    const seen = ({ counts, errors, status }: BulkOperation) => ({ counts, errors, status });
    expect(seen(rehearsal.operation(rehearsed))).toEqual(seen(real.operation(done)));
    expect([rehearsal.lit, rehearsal.events]).toEqual([[2], []]);
    expect(real.lit).toEqual([1, 2]);
  });
});
