import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BulkPace } from '#shared/engine/commands/bulk-pace.ts';
import type { CloudEvent } from '#shared/engine/commands/messages.ts';
import { fromInboxDocument, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import type { Delivered } from '#shared/engine/decide/decide-batch.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { askTime } from '#shared/platform/mongo/store-clock.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { decideLedger, ledgerCommand } from '../../unit/support/ledger.ts';
import { notTheDate } from '../support/faked-date.ts';
import { endsOf, openLedger, type Ledger, type LedgerStore } from '../support/ledger-store.ts';

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger();
});
afterEach(() => ledger.close());

const delivered = (...commands: Command[]): Delivered[] =>
  commands.map((command) => ({ command, keepsInbox: true }));
const open = () => ledgerCommand('open');
const pay = (account: number, amount: number, more = {}) => ledgerCommand('pay', { account, amount }, more);
const kept = () => ledger.models.inbox.countDocuments();
const logged = async () =>
  (await ledger.models.eventLog.find().lean()).flatMap(({ events }) =>
    events.map(({ json }) => JSON.parse(json) as CloudEvent),
  );

type Load = Parameters<Parameters<LedgerStore['inTransaction']>[0]>[0]['load'];

/** The ledger's store with another way of loading the records of a batch. */
function storeThatLoads(loading: (load: Load, ...asked: Parameters<Load>) => ReturnType<Load>): LedgerStore {
  return {
    ...ledger.store,
    inTransaction: (work) =>
      ledger.store.inTransaction(({ load, ...others }) =>
        work({ ...others, load: (...asked) => loading(load, ...asked) }),
      ),
  };
}

/** A ledger store whose reads exceed the time limit of MongoDB for batches of some sizes. */
function slowFor(isSlow: (size: number) => boolean, sizes: number[]): LedgerStore {
  return storeThatLoads(async (load, needs, commandIds) => {
    sizes.push(needs.length);
    if (isSlow(needs.length)) await exceedTime();
    return load(needs, commandIds);
  });
}

async function exceedTime(): Promise<void> {
  const many = Array.from({ length: 2000 }, (_, index) => ({ index }));
  const pairs = [{ $lookup: { as: 'all', pipeline: [{ $documents: many }] } }, { $unwind: '$all' }];
  const asked = [{ $documents: many }, ...pairs, { $count: 'pairs' }];
  await driverDatabase(ledger.database).aggregate(asked, { maxTimeMS: 1 }).toArray();
}

describe('a batch of commands', () => {
  test('a batch commits its records, outcomes and events together', async () => {
    const results = await ledger.runner()(delivered(open(), open(), pay(1, 4), pay(9, 5)));
    expect(endsOf(results)).toEqual([201, 201, 200, 'not_found']);
    expect(endsOf(await ledger.runner()(delivered(pay(1, 5), pay(2, 7), pay(1, 1))))).toEqual([
      200, 200, 200,
    ]);
    expect(await ledger.balances()).toEqual([10, 7]);
    expect([await kept(), (await logged()).length]).toEqual([7, 6]);
  });

  test('a batch whose commit fails stores no record, outcome, event or counter', async () => {
    const taken = { table: 'accounts' as const, before: null, after: { _id: 5, version: 1, balance: -666 } };
    const committing = ledger.store.inTransaction(async ({ load, write }) => {
      const { state } = await load([{ sequences: ['accounts'] }], []);
      const work = decideLedger(state, [open(), open()]);
      return write({ ...work, writes: [...work.writes, taken] }, new Date().toISOString());
    });
    await expect(committing).rejects.toThrow('duplicate key');
    expect([await ledger.balances(), await kept(), await logged()]).toEqual([[], 0, []]);
    expect(await ledger.models.counters.countDocuments()).toBe(0);
  });

  test('a batch that is redelivered to a second runner gets its earlier outcomes and changes nothing', async () => {
    await ledger.runner()(delivered(open()));
    const sent = delivered(pay(1, 5), pay(1, -100));
    const first = await ledger.runner()(sent);
    const second = await ledger.runner()(sent);
    expect(endsOf(second)).toEqual(endsOf(first));
    expect(second).toMatchObject([{ replayed: true }, { replayed: true }]);
    expect([await ledger.balances(), (await logged()).length]).toEqual([[5], 2]);
  });

  test('a batch that two runners execute concurrently takes effect once, and both runners get the same outcomes', async () => {
    await ledger.runner()(delivered(open()));
    const sent = delivered(...Array.from({ length: 5 }, () => pay(1, 3)));
    const [one, two] = await Promise.all([ledger.runner()(sent), ledger.runner()([...sent].reverse())]);
    expect([endsOf(one), endsOf(two)]).toEqual([Array(5).fill(200), Array(5).fill(200)]);
    expect([await ledger.balances(), await kept(), (await logged()).length]).toEqual([[15], 6, 6]);
    const bodies = (results: typeof one) =>
      results.map((result) =>
        result.kind === 'decided' && 'body' in result.outcome ? result.outcome.body : null,
      );
    expect(bodies(two)).toEqual(bodies(one).reverse());
  });

  /** A runner that loads its records, and then lets another runner execute a batch before it writes. */
  const overtakenBy = (overtaking: Delivered[]) => {
    const counted = { loads: 0 };
    const store = storeThatLoads(async (load, ...asked) => {
      const loaded = await load(...asked);
      counted.loads += 1;
      if (counted.loads === 1) await ledger.runner()(overtaking);
      return loaded;
    });
    return { run: ledger.runner(store), counted };
  };

  test.each([
    ['the record that the batch changes', [pay(1, -5), pay(1, -2)], ['validation_failed', 200], [0]],
    ['the record that the batch removes', [ledgerCommand('close', { account: 1 })], [204], []],
  ])(
    'a batch runs again on fresh data if a second runner has just changed %s',
    async (_what, sent, ends, left) => {
      await ledger.runner()(delivered(open()));
      await ledger.runner()(delivered(pay(1, 10)));
      const { run, counted } = overtakenBy(delivered(pay(1, -8)));
      expect(endsOf(await run(delivered(...sent)))).toEqual(ends);
      expect([await ledger.balances(), counted.loads]).toEqual([left, 2]);
      expect(await kept()).toBe(3 + sent.length);
    },
  );

  test('if a second runner has just executed a command, a batch with the same command returns the outcome from the second runner', async () => {
    await ledger.runner()(delivered(open()));
    const sent = delivered(pay(1, 7));
    const { run, counted } = overtakenBy(sent);
    expect(await run(sent)).toMatchObject([{ kind: 'decided', replayed: true }]);
    expect([await ledger.balances(), counted.loads]).toEqual([[7], 2]);
  });

  test('a batch that creates a record runs again if a second runner has just created a record with the same id', async () => {
    const { run, counted } = overtakenBy(delivered(open()));
    expect(endsOf(await run(delivered(open())))).toEqual([201]);
    expect([await ledger.balances(), counted.loads]).toEqual([[0, 0], 2]);
  });

  describe('a bulk batch', () => {
    const bulk = (commands: Command[]): Delivered[] =>
      commands.map((command) => ({ command, keepsInbox: false, isDivisible: true }));
    const openMany = () => bulk(Array.from({ length: 120 }, open));

    /** A runner that records the number of writes in each statement of bulk work. `before` runs before each statement. */
    const watched = (before: () => Promise<unknown>) => {
      const sizes: number[] = [];
      const paces: (BulkPace | null)[] = [];
      const watchedPace = (pace: BulkPace): BulkPace => ({
        ...pace,
        paced: (statement) =>
          pace.paced(async (model, operations, session) => {
            await before();
            sizes.push(operations.length);
            await statement(model, operations, session);
          }),
      });
      const run = ledger.runner({
        ...ledger.store,
        inTransaction: (work) =>
          ledger.store.inTransaction(({ write, ...others }) =>
            work({
              ...others,
              write: (batch, now, pace) => {
                paces.push(pace ?? null);
                return write(batch, now, pace && watchedPace(pace));
              },
            }),
          ),
      });
      return { run, sizes, paces };
    };

    test('a batch of bulk work writes its records in small parts once it notices that others write to the database', async () => {
      const others = driverDatabase(ledger.database).collection('others');
      const { run, sizes } = watched(() =>
        others.insertMany(Array.from({ length: 40 }, () => ({ by: 'others' }))),
      );
      expect(new Set(endsOf(await run(openMany())))).toEqual(new Set([201]));
      expect(await ledger.balances()).toHaveLength(120);
      // The batch writes 120 accounts, and one document each for the id sequence and the events. Only its first statement can be
      // large, because it notices the other writers during this statement.
      expect(sizes.length).toBeGreaterThan(4);
      expect(sizes.filter((size) => size > 50).length).toBeLessThanOrEqual(1);
    });

    test('a worker that has just run a caller’s command writes the next batch of bulk work in small parts from the start', async () => {
      const { run, sizes } = watched(() => Promise.resolve());
      await run(delivered(open()));
      await run(openMany());
      expect(sizes.toSorted((a, b) => b - a)).toEqual([50, 50, 50, 50, 20, 20, 1, 1]);
    });

    test('a batch of bulk work writes each collection in one step if no others write to the database', async () => {
      const { run, sizes } = watched(() => Promise.resolve());
      await run(openMany());
      expect(await ledger.balances()).toHaveLength(120);
      expect(sizes.toSorted((a, b) => b - a)).toEqual([120, 120, 1, 1]);
    });

    test('if another writer has changed a record of a bulk batch, the retry of the batch writes all its records together', async () => {
      await ledger.runner()(delivered(...Array.from({ length: 120 }, open)));
      let statements = 0;
      const { run, paces } = watched(async () => {
        statements += 1;
        if (statements === 1) await ledger.runner()(delivered(pay(120, 10)));
      });
      const pays = bulk(Array.from({ length: 120 }, (_, index) => pay(index + 1, 1)));
      expect(new Set(endsOf(await run(pays)))).toEqual(new Set([200]));
      expect(await ledger.balances()).toEqual([...Array.from({ length: 119 }, () => 1), 11]);
      expect(paces.map((pace) => pace !== null)).toEqual([true, false]);
    });

    test('a batch of commands from callers writes its records together, without pauses', async () => {
      const { run, paces } = watched(() => Promise.resolve());
      await run(delivered(open(), open()));
      expect(paces).toEqual([null]);
    });
  });

  test('no change is lost when two runners change the same records concurrently', async () => {
    await ledger.runner()(delivered(open(), open(), open()));
    const batches = Array.from({ length: 12 }, (_, batch) =>
      delivered(...Array.from({ length: 10 }, (_unused, index) => pay(((batch + index) % 3) + 1, 1)), open()),
    );
    const worker = async (own: typeof batches) => {
      const run = ledger.runner();
      const ends = [];
      for (const batch of own) ends.push(...endsOf(await run(batch)));
      return ends;
    };
    const ends = await Promise.all([worker(batches.slice(0, 6)), worker(batches.slice(6))]);
    expect(new Set(ends.flat())).toEqual(new Set([200, 201]));
    const balances = await ledger.balances();
    expect(balances).toHaveLength(15);
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(120);
    const versions = (await logged())
      .filter(({ subject }) => subject === 'accounts/1')
      .map(({ data }) => data.version);
    expect([...versions].sort((a, b) => a - b)).toEqual(
      Array.from({ length: versions.length }, (_, index) => index + 1),
    );
  });

  test('a batch commits all its commands except the command that makes the commit fail', async () => {
    const poisoned = delivered(open(), open(), ledgerCommand('poison'), open(), open());
    expect(endsOf(await ledger.runner()(poisoned))).toEqual([201, 201, 'threw', 201, 201]);
    expect([await ledger.balances(), await kept()]).toEqual([[0, 0, 0, 0], 4]);
    const ids = (await ledger.models.accounts.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
    expect(ids).toEqual([1, 2, 3, 4, 1_000_000]);
  });

  test('a batch rejects a command whose record exceeds the document size limit and commits the others', async () => {
    const sent = delivered(open(), ledgerCommand('swell'), open());
    expect(endsOf(await ledger.runner()(sent))).toEqual([201, 'record_too_large', 201]);
    expect([await ledger.balances(), await kept()]).toEqual([[0, 0], 3]);
    expect(await ledger.runner()(sent)).toMatchObject(Array(3).fill({ replayed: true }));
  });

  test('a batch whose database reads exceed their time limit is halved until its parts stay within the limit', async () => {
    const sizes: number[] = [];
    const run = ledger.runner(slowFor((size) => size > 2, sizes));
    expect(endsOf(await run(delivered(open(), open(), open(), open())))).toEqual([201, 201, 201, 201]);
    expect(sizes).toEqual([4, 4, 4, 2, 2]);
    expect(await ledger.balances()).toEqual([0, 0, 0, 0]);
  });

  test('a command that can run in smaller parts fails with a time limit error if its database reads exceed their time limit', async () => {
    const sizes: number[] = [];
    const run = ledger.runner(slowFor(() => sizes.length <= 3, sizes));
    const [sent] = delivered(open());
    if (!sent) throw new Error('nothing sent');
    expect(await run([{ ...sent, isDivisible: true }])).toMatchObject([
      { kind: 'threw', error: { code: 50 } },
    ]);
  });

  test('a command that cannot run in smaller parts is retried until its database reads stay within their time limit', async () => {
    const sizes: number[] = [];
    const run = ledger.runner(slowFor(() => sizes.length <= 5, sizes));
    expect(endsOf(await run(delivered(open())))).toEqual([201]);
    expect(sizes).toHaveLength(6);
  });

  test('outcomes and events have the database’s time even if the worker’s clock is a month behind', async () => {
    const before = await askTime(driverDatabase(ledger.database));
    jest.useFakeTimers({ now: before.getTime() - 30 * 24 * 3600 * 1000, doNotFake: notTheDate });
    try {
      await ledger.runner()(delivered(open()));
    } finally {
      jest.useRealTimers();
    }
    const [record] = await ledger.models.inbox.find().lean();
    const [entry] = await ledger.models.eventLog.find().lean();
    const sevenDays = 7 * 24 * 3600 * 1000;
    const expiry = record?.expires_at?.getTime() ?? 0;
    expect(Math.abs(expiry - before.getTime() - sevenDays)).toBeLessThan(60_000);
    expect(Math.abs((entry?._id.getTimestamp().getTime() ?? 0) - before.getTime())).toBeLessThan(60_000);
  });

  test('if one command of a batch throws an error, the batch commits the other commands in a single transaction', async () => {
    let commits = 0;
    const counted = ledger.runner({
      ...ledger.store,
      inTransaction: async (work) => {
        const done = await ledger.store.inTransaction(work);
        commits += 1;
        return done;
      },
    });
    expect(endsOf(await counted(delivered(open(), ledgerCommand('break'), open())))).toEqual([
      201,
      'threw',
      201,
    ]);
    expect([commits, await kept()]).toEqual([1, 2]);
  });

  test('if a parked command is run again and succeeds, its outcome replaces the stored note that the command was parked', async () => {
    const [sent] = delivered(open());
    if (!sent) throw new Error('nothing sent');
    await ledger.models.inbox.collection.insertOne({
      _id: sent.command.id,
      type: 'open',
      owner: 'client:7',
      fingerprint: sent.command.fingerprint,
      state: 'parked',
      outcome: { problem: { code: 'internal_error' } },
    } as never);
    expect(endsOf(await ledger.runner()([sent]))).toEqual([201]);
    const records = (await ledger.models.inbox.find().lean()).map(fromInboxDocument);
    expect(records).toMatchObject([{ _id: sent.command.id, state: 'done' }]);
    expect(await ledger.runner()([sent])).toMatchObject([{ replayed: true }]);
  });

  test('a repeated command gets its first outcome unchanged, whether the outcome is stored in the full or the short format', async () => {
    const inbox = driverCollection<InboxDocument>(ledger.models.inbox);
    const sent = delivered(open(), open());
    const first = await ledger.runner()(sent);
    expect(endsOf(first)).toEqual([201, 201]);
    const { id = '', fingerprint = '' } = sent[0]?.command ?? {};
    const short = await inbox.findOne({ _id: id });
    if (!short || 'outcome' in short) throw new Error('no short outcome was kept');
    const { expires_at = new Date() } = short;
    await inbox.replaceOne({ _id: id }, { ...fromInboxDocument(short), fingerprint, expires_at });
    const again = await ledger.runner()(sent);
    expect(again).toEqual(first.map((result) => ({ ...result, replayed: true })));
    const others = sent.map((one) => ({ ...one, command: { ...one.command, fingerprint: 'another' } }));
    expect(endsOf(await ledger.runner()(others))).toEqual(Array(2).fill('idempotency_key_reused'));
    expect(await kept()).toBe(2);
  });

  test('a batch in which every command is rejected still stores the outcomes of its commands', async () => {
    expect(endsOf(await ledger.runner()(delivered(pay(9, 1))))).toEqual(['not_found']);
    expect(await kept()).toBe(1);
  });
});
