import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bulkHandlers } from '#shared/engine/decide/bulk-handlers.ts';
import {
  applicableUntil,
  chunkCommand,
  isFinal,
  notFound,
  type BulkOperation,
  type BulkTables,
  type BulkWork,
} from '#shared/engine/decide/bulk-operation.ts';
import { decideBatch, type BatchWork } from '#shared/engine/decide/decide-batch.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { State, Counter } from '#shared/engine/decide/handler.ts';
import { recordOfRow, rowId, idOfRow, valuesBefore, type KeptRow } from '#shared/engine/decide/ledger-row.ts';
import { ledgerCommand, ledgerNow } from '../support/ledger.ts';

interface Lamp {
  _id: number;
  version: number;
  colour: string;
}
// A type alias, because an interface is not assignable to an index signature.
type LampTables = { lamps: Lamp; counters: Counter } & BulkTables;
type LampWork = BulkWork<LampTables, object>;

const put = (lamp: Lamp) => ({
  fate: 'changed' as const,
  changes: [{ table: 'lamps' as const, put: lamp }],
  events: [],
});
const remove = (id: number) => ({
  fate: 'changed' as const,
  changes: [{ table: 'lamps' as const, remove: id }],
  events: [],
});
const common: Omit<LampWork, 'step'> = {
  table: 'lamps',
  needs: (ids) => ({ lamps: ids }),
  restore: (state, row) => {
    if (row.last) return put({ ...(row.last as Lamp), version: row.last.version + 2 });
    const lamp = state.lamps.get(idOfRow(row));
    if (!lamp) return notFound;
    if (!row.changes) return remove(lamp._id);
    return put({ ...lamp, version: lamp.version + 1, ...valuesBefore<Lamp>(row, ['colour']) });
  },
};
const paint: LampWork = {
  ...common,
  step: (state, id, { asked }) => {
    const lamp = state.lamps.get(id);
    if (!lamp) return notFound;
    const colour = String(asked['colour']);
    if (lamp.colour === colour) return { fate: 'unchanged', changes: [], events: [] };
    return put({ ...lamp, version: lamp.version + 1, colour });
  },
};
const scrap: LampWork = { ...common, step: (state, id) => (state.lamps.has(id) ? remove(id) : notFound) };
const tracked = { lamps: {} };
const handlers = bulkHandlers<LampTables, object>('orders', { paint, scrap }, tracked);

class House {
  readonly state: State<LampTables> = {
    lamps: new Map(),
    counters: new Map(),
    bulk: new Map(),
    bulkChunks: new Map(),
    bulkPreviews: new Map(),
    ledgerRows: new Map(),
    selected: new Map(),
  };

  constructor(colours: readonly string[]) {
    for (const [index, colour] of colours.entries()) this.set({ _id: index + 1, version: 1, colour });
  }

  /** Stores a changed lamp with the ledger row of another user's write. */
  set(lamp: Lamp): void {
    (this.state.lamps as Map<number, Lamp>).set(lamp._id, lamp);
    const _id = rowId(`lamps/${lamp._id}`, lamp.version);
    const row = { _id, version: lamp.version, at: ledgerNow, kind: 'changed' as const };
    (this.state.ledgerRows as Map<string, KeptRow>).set(_id, row);
  }

  /** Decides the commands as one batch, and stores what they change. */
  run(...commands: Command[]): BatchWork<LampTables> {
    const deliveries = commands.map((command) => ({ command, keepsInbox: false }));
    const done = decideBatch(deliveries, this.state, new Map(), handlers as never, {
      now: ledgerNow,
      tracked,
    });
    for (const { table, before, after } of done.writes) {
      const records = this.state[table] as Map<unknown, unknown>;
      if (after) records.set(after._id, after);
      else records.delete(before?._id);
    }
    const rows = this.state.ledgerRows as Map<string, unknown>;
    for (const row of done.ledger) rows.set(row._id, { ...row, version: recordOfRow(row).version });
    return done;
  }

  /** Starts bulk work (a change of many lamps), but does not process any lamp yet. */
  begin(type: string, body: object): BulkOperation {
    const command = ledgerCommand(type, body);
    const [result] = this.run(command).results;
    if (result?.kind !== 'decided' || 'problem' in result.outcome) throw new Error(JSON.stringify(result));
    const operation = this.state.bulk.get(command.id);
    if (!operation) throw new Error('no such operation');
    return operation;
  }

  /** Executes bulk work to its end. */
  do(type: string, body: object): BulkOperation {
    const { _id: id } = this.begin(type, body);
    for (;;) {
      const operation = this.state.bulk.get(id);
      if (!operation) throw new Error('no such operation');
      if (isFinal(operation.status)) return operation;
      this.run(this.nextChunk(operation));
    }
  }

  /** The command that processes the next lamps of bulk work. */
  nextChunk({ _id: id, type, next_chunk: index, work, undoes }: BulkOperation): Command {
    const chunk = this.state.bulkChunks.get(`${id}:${index}`);
    const { ids = [], expected = [], source } = chunk ?? {};
    const of = { operation: id, type, index, ids, ...(work !== undefined && { work }) };
    const taken = { versions: expected, ...(source !== undefined && { source }) };
    const chunkBody = { ...of, ...(undoes !== undefined && { undoes: taken }) };
    return { ...ledgerCommand(chunkCommand, chunkBody as never), id: `${id}:${index}` };
  }

  undo({ _id: operation }: BulkOperation, more: object = {}): BulkOperation {
    return this.do('orders.bulk-undo', { operation, ...more });
  }

  get colours(): Record<number, string> {
    return Object.fromEntries([...this.state.lamps.values()].map(({ _id, colour }) => [_id, colour]));
  }
}

const colour = fc.constantFrom('red', 'green', 'blue');
const work = fc.record({
  type: fc.constantFrom('paint', 'scrap'),
  ids: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
  colour,
});

describe('undoing bulk operations', () => {
  test('undoing bulk operations in reverse order restores the state before each operation', () => {
    fc.assert(
      fc.property(fc.array(colour, { maxLength: 8 }), fc.array(work, { maxLength: 4 }), (lamps, works) => {
        const house = new House(lamps);
        const states = [house.colours];
        const changing = works
          .map(({ type, ...body }) => {
            const operation = house.do(type, body);
            if (operation.counts.changed > 0) states.push(house.colours);
            return operation;
          })
          .filter(({ counts }) => counts.changed > 0);
        for (const [index, operation] of [...changing.entries()].reverse()) {
          const undone = house.undo(operation);
          expect(undone.counts).toMatchObject({ changed: operation.counts.changed, refused: 0 });
          expect(house.colours).toEqual(states[index]);
          house.undo(house.undo(undone));
          expect(house.colours).toEqual(states[index]);
        }
      }),
    );
  });

  test('an undo does not change records that were changed after the operation, and reports each of them as changed_since', () => {
    fc.assert(
      fc.property(
        fc.array(colour, { minLength: 1, maxLength: 8 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 8 })),
        (lamps, touched) => {
          const house = new House(lamps);
          const ids = lamps.map((_colour, index) => index + 1);
          const before = house.colours;
          const painted = house.do('paint', { ids, colour: 'white' });
          const others = touched.filter((id) => id <= lamps.length);
          for (const _id of others) house.set({ _id, version: 3, colour: 'black' });
          const undone = house.undo(painted);
          expect(undone.errors).toEqual(
            ids
              .filter((id) => others.includes(id))
              .map((id) => ({ id, code: 'changed_since', params: { at: ledgerNow } })),
          );
          const kept = Object.fromEntries(others.map((id) => [id, 'black']));
          expect(house.colours).toEqual({ ...before, ...kept });
        },
      ),
    );
  });

  test('an undo names the author and the time of a later change, even if the change is in the same batch', () => {
    const house = new House(['red']);
    const painted = house.do('paint', { ids: [1], colour: 'white' });
    const later = house.begin('paint', { ids: [1], colour: 'black' });
    const undo = house.begin('orders.bulk-undo', { operation: painted._id });
    house.run(house.nextChunk(later), house.nextChunk(undo));
    expect(house.state.bulk.get(undo._id)?.errors).toEqual([
      { id: 1, code: 'changed_since', params: { at: ledgerNow, by: 'client:seven' } },
    ]);
  });

  test('undoing an operation is rejected if it was undone before, is unfinished, was a dry run or changed nothing', () => {
    const house = new House(['red', 'green']);
    const painted = house.do('paint', { ids: [1, 2], colour: 'blue' });
    house.undo(painted);
    const unchanged = house.do('paint', { ids: [1], colour: 'red' });
    const rehearsed = house.do('paint', { ids: [1], colour: 'blue', dry_run: true });
    for (const operation of [painted, unchanged, rehearsed])
      expect(() => house.undo(operation)).toThrow('"code":"conflict"');
    const unfinished = house.begin('paint', { ids: [1], colour: 'green' });
    expect(() => house.undo(unfinished)).toThrow('not finished yet');
  });
});

describe('two undos of one operation', () => {
  test('while an undo of an operation is in progress, a second undo is rejected, and the error contains the first undo’s id', () => {
    const house = new House(['red', 'green']);
    const painted = house.do('paint', { ids: [1, 2], colour: 'blue' });
    const first = house.begin('orders.bulk-undo', { operation: painted._id });
    const second = () => house.begin('orders.bulk-undo', { operation: painted._id });
    expect(second).toThrow(`"commandId":"${first._id}","type":"orders.bulk-undo"`);
    expect(house.state.bulk.get(painted._id)?.undone_by).toBe(first._id);
  });

  test('a dry run of an undo cannot be applied while another undo of the same operation is in progress', () => {
    const house = new House(['red']);
    const painted = house.do('paint', { ids: [1], colour: 'blue' });
    const rehearsed = house.undo(painted, { dry_run: true });
    const first = house.begin('orders.bulk-undo', { operation: painted._id });
    const apply = () => house.begin('orders.bulk-apply', { operation: rehearsed._id });
    expect(apply).toThrow(`"commandId":"${first._id}"`);
  });

  test('a dry run of an undo is accepted while another undo of the same operation is in progress', () => {
    const house = new House(['red']);
    const painted = house.do('paint', { ids: [1], colour: 'blue' });
    house.begin('orders.bulk-undo', { operation: painted._id });
    expect(house.begin('orders.bulk-undo', { operation: painted._id, dry_run: true }).dry_run).toBe(true);
  });
});

describe('dry runs', () => {
  test('applying a dry run makes the changes that the dry run showed, except for records that were changed after the dry run', () => {
    const house = new House(['red', 'green', 'blue']);
    const rehearsed = house.do('paint', { ids: [1, 2, 3, 4], colour: 'blue', dry_run: true });
    expect(house.colours).toEqual({ 1: 'red', 2: 'green', 3: 'blue' });
    house.set({ _id: 2, version: 5, colour: 'black' });
    const applied = house.do('orders.bulk-apply', { operation: rehearsed._id });
    expect(applied).toMatchObject({
      counts: { changed: 1, unchanged: 1, not_found: 1, refused: 1 },
      errors: [
        { id: 2, code: 'moved_on' },
        { id: 4, code: 'not_found' },
      ],
    });
    expect(house.colours).toEqual({ 1: 'blue', 2: 'black', 3: 'blue' });
    const again = () => house.do('orders.bulk-apply', { operation: rehearsed._id });
    expect(again).toThrow(`"commandId":"${applied._id}"`);
  });

  test('a dry run cannot be applied after an erasure has replaced a text in its request', () => {
    const house = new House(['red']);
    const rehearsed = house.do('paint', { ids: [1], colour: 'blue', dry_run: true });
    const cleaned: BulkOperation = { ...rehearsed, asked: { colour: '—' }, text_erased: true };
    (house.state.bulk as Map<string, BulkOperation>).set(rehearsed._id, cleaned);
    const apply = () => house.begin('orders.bulk-apply', { operation: rehearsed._id });
    expect(apply).toThrow('"code":"rehearsal_incomplete"');
    expect(applicableUntil(rehearsed)).not.toBeNull();
    expect(applicableUntil(cleaned)).toBeNull();
  });

  test('applying the dry run of an undo performs the undo', () => {
    const house = new House(['red', 'green']);
    const scrapped = house.do('scrap', { ids: [1, 2] });
    const rehearsed = house.undo(scrapped, { dry_run: true });
    expect(house.colours).toEqual({});
    const applied = house.do('orders.bulk-apply', { operation: rehearsed._id });
    expect(applied).toMatchObject({ counts: { changed: 2 }, undoes: scrapped._id });
    expect(house.colours).toEqual({ 1: 'red', 2: 'green' });
    expect(() => house.undo(scrapped)).toThrow('"code":"conflict"');
  });
});
