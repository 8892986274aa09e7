import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { CloudEvent } from '#shared/commands/events.ts';
import { fromInboxDocument } from '#shared/commands/inbox.ts';
import type { InboxDocument } from '#shared/commands/inbox.ts';
import type { Delivered } from '#shared/decide/decide-batch.ts';
import { driverDatabase } from '#shared/mongo/connect.ts';
import { databaseTime } from '#shared/mongo/database-time.ts';
import { driverCollection } from '#shared/mongo/driver-collection.ts';
import type { BesideOthers } from '#shared/mongo/write-statement.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import { decideLedger, ledgerCommand } from '../../unit/support/ledger.ts';
import { notTheDate } from '../support/faked-date.ts';
import { endsOf, openLedger } from '../support/ledger-store.ts';
import type { Ledger, LedgerStore } from '../support/ledger-store.ts';

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
const told = async () =>
  (await ledger.models.eventLog.find().lean()).flatMap(({ events }) =>
    events.map(({ json }) => JSON.parse(json) as CloudEvent),
  );

/** The ledger, where batches of such sizes ask for more than the server does in the time it is given. */
function slowFor(isSlow: (size: number) => boolean, sizes: number[]): LedgerStore {
  return {
    ...ledger.store,
    inTransaction: (work) =>
      ledger.store.inTransaction(({ load, write, ...others }) =>
        work({
          ...others,
          write,
          load: async (needs, commandIds) => {
            sizes.push(needs.length);
            if (isSlow(needs.length)) await exceedTime();
            return load(needs, commandIds);
          },
        }),
      ),
  };
}

async function exceedTime(): Promise<void> {
  const many = Array.from({ length: 2000 }, (_, index) => ({ index }));
  const pairs = [{ $lookup: { as: 'all', pipeline: [{ $documents: many }] } }, { $unwind: '$all' }];
  const asked = [{ $documents: many }, ...pairs, { $count: 'pairs' }];
  await driverDatabase(ledger.database).aggregate(asked, { maxTimeMS: 1 }).toArray();
}

describe('a batch in MongoDB', () => {
  test('commits records, outcomes and events together', async () => {
    const results = await ledger.runner()(delivered(open(), open(), pay(1, 4), pay(9, 5)));
    expect(endsOf(results)).toEqual([201, 201, 200, 'not_found']);
    expect(endsOf(await ledger.runner()(delivered(pay(1, 5), pay(2, 7), pay(1, 1))))).toEqual([
      200, 200, 200,
    ]);
    expect(await ledger.balances()).toEqual([10, 7]);
    expect([await kept(), (await told()).length]).toEqual([7, 6]);
  });

  test('is all or nothing', async () => {
    const taken = { table: 'accounts' as const, before: null, after: { _id: 5, version: 1, balance: -666 } };
    const committing = ledger.store.inTransaction(async ({ load, write }) => {
      const { state } = await load([{ sequence: 'accounts' }], []);
      const work = decideLedger(state, [open(), open()]);
      return write({ ...work, writes: [...work.writes, taken] }, new Date().toISOString());
    });
    await expect(committing).rejects.toThrow('duplicate key');
    expect([await ledger.balances(), await kept(), await told()]).toEqual([[], 0, []]);
    expect(await ledger.models.counters.countDocuments()).toBe(0);
  });

  test('that is delivered again is replayed, also in another runner', async () => {
    await ledger.runner()(delivered(open()));
    const sent = delivered(pay(1, 5), pay(1, -100));
    const first = await ledger.runner()(sent);
    const second = await ledger.runner()(sent);
    expect(endsOf(second)).toEqual(endsOf(first));
    expect(second).toMatchObject([{ replayed: true }, { replayed: true }]);
    expect([await ledger.balances(), (await told()).length]).toEqual([[5], 2]);
  });

  test('that two runners have at once is done once, and both tell the same end', async () => {
    await ledger.runner()(delivered(open()));
    const sent = delivered(...Array.from({ length: 5 }, () => pay(1, 3)));
    const [one, two] = await Promise.all([ledger.runner()(sent), ledger.runner()([...sent].reverse())]);
    expect([endsOf(one), endsOf(two)]).toEqual([Array(5).fill(200), Array(5).fill(200)]);
    expect([await ledger.balances(), await kept(), (await told()).length]).toEqual([[15], 6, 6]);
    const bodies = (results: typeof one) =>
      results.map((result) =>
        result.kind === 'decided' && 'body' in result.outcome ? result.outcome.body : null,
      );
    expect(bodies(two)).toEqual(bodies(one).reverse());
  });

  /** A runner that is overtaken, the first time, between what it reads and what it writes. */
  const overtakenBy = (overtaking: Delivered[]) => {
    const counted = { loads: 0 };
    const run = ledger.runner({
      ...ledger.store,
      inTransaction: (work) =>
        ledger.store.inTransaction(({ load, write, ...others }) =>
          work({
            ...others,
            write,
            load: async (needs, commandIds) => {
              const loaded = await load(needs, commandIds);
              counted.loads += 1;
              if (counted.loads === 1) await ledger.runner()(overtaking);
              return loaded;
            },
          }),
        ),
    });
    return { run, counted };
  };

  test.each([
    ['what it changes', [pay(1, -5), pay(1, -2)], ['validation_failed', 200], [0]],
    ['what it removes', [ledgerCommand('close', { account: 1 })], [204], []],
  ])(
    'runs again on fresh data when somebody else was faster to write %s',
    async (_what, sent, ends, left) => {
      await ledger.runner()(delivered(open()));
      await ledger.runner()(delivered(pay(1, 10)));
      const { run, counted } = overtakenBy(delivered(pay(1, -8)));
      expect(endsOf(await run(delivered(...sent)))).toEqual(ends);
      expect([await ledger.balances(), counted.loads]).toEqual([left, 2]);
      expect(await kept()).toBe(3 + sent.length);
    },
  );

  test('runs again when somebody else was faster to do the same command', async () => {
    await ledger.runner()(delivered(open()));
    const sent = delivered(pay(1, 7));
    const { run, counted } = overtakenBy(sent);
    expect(await run(sent)).toMatchObject([{ kind: 'decided', replayed: true }]);
    expect([await ledger.balances(), counted.loads]).toEqual([[7], 2]);
  });

  test('runs again when somebody else was faster to make a record', async () => {
    const { run, counted } = overtakenBy(delivered(open()));
    expect(endsOf(await run(delivered(open())))).toEqual([201]);
    expect([await ledger.balances(), counted.loads]).toEqual([[0, 0], 2]);
  });

  test('that may rest writes its records little by little', async () => {
    const rests: number[] = [];
    const others: number[] = [];
    const beside: BesideOthers = {
      wrote: (documents) => void others.push(documents),
      areAtWork: () => true,
      rest: async (ms) => {
        rests.push(ms);
        // So many that others wrote must be told with the next answer, whenever a second ends.
        const written = Array.from({ length: 40 }, () => ({ by: 'others' }));
        await driverDatabase(ledger.database).collection('others').insertMany(written);
      },
    };
    const many = delivered(...Array.from({ length: 120 }, open));
    expect(new Set(endsOf(await ledger.runner()(many, beside)))).toEqual(new Set([201]));
    expect(await ledger.balances()).toHaveLength(120);
    // Of its outcomes, accounts and rows of the ledger three times each, and once of the sequence and the events.
    expect(rests).toHaveLength(11);
    expect(rests.every((ms) => ms > 0)).toBe(true);
    expect(Math.max(...others)).toBeGreaterThanOrEqual(40);
    expect(others.every((documents) => documents >= 0)).toBe(true);
  });

  test('that may rest writes all at once where nobody else is at work', async () => {
    let statements = 0;
    const beside: BesideOthers = {
      wrote: () => undefined,
      areAtWork: () => false,
      rest: () => Promise.resolve(void (statements += 1)),
    };
    await ledger.runner()(delivered(...Array.from({ length: 120 }, open)), beside);
    expect(await ledger.balances()).toHaveLength(120);
    // Outcomes, sequence, accounts, rows of the ledger, events.
    expect(statements).toBe(5);
  });

  test('that may rest does not, once others have changed what it writes', async () => {
    await ledger.runner()(delivered(...Array.from({ length: 120 }, open)));
    let rests = 0;
    const beside: BesideOthers = {
      wrote: () => undefined,
      areAtWork: () => true,
      rest: async () => {
        rests += 1;
        if (rests === 1) await ledger.runner()(delivered(pay(120, 10)));
      },
    };
    const pays = Array.from({ length: 120 }, (_, index) => pay(index + 1, 1));
    expect(new Set(endsOf(await ledger.runner()(delivered(...pays), beside)))).toEqual(new Set([200]));
    expect(await ledger.balances()).toEqual([...Array.from({ length: 119 }, () => 1), 11]);
    // After three parts of its outcomes and two of the accounts: the third met the other's payment.
    expect(rests).toBe(5);
  });

  test('loses nothing while two runners work on the same records', async () => {
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
    const versions = (await told())
      .filter(({ subject }) => subject === 'accounts/1')
      .map(({ data }) => data.version);
    expect([...versions].sort((a, b) => a - b)).toEqual(
      Array.from({ length: versions.length }, (_, index) => index + 1),
    );
  });

  test('with a command that cannot be committed goes on without it', async () => {
    const poisoned = delivered(open(), open(), ledgerCommand('poison'), open(), open());
    expect(endsOf(await ledger.runner()(poisoned))).toEqual([201, 201, 'threw', 201, 201]);
    expect([await ledger.balances(), await kept()]).toEqual([[0, 0, 0, 0], 4]);
    const ids = (await ledger.models.accounts.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
    expect(ids).toEqual([1, 2, 3, 4, 1_000_000]);
  });

  test('with a command whose record no document can hold goes on without it, and refuses it', async () => {
    const sent = delivered(open(), ledgerCommand('swell'), open());
    expect(endsOf(await ledger.runner()(sent))).toEqual([201, 'record_too_large', 201]);
    expect([await ledger.balances(), await kept()]).toEqual([[0, 0], 3]);
    expect(await ledger.runner()(sent)).toMatchObject(Array(3).fill({ replayed: true }));
  });

  test('whose reading always takes longer than it may is halved until it does not', async () => {
    const sizes: number[] = [];
    const run = ledger.runner(slowFor((size) => size > 2, sizes));
    expect(endsOf(await run(delivered(open(), open(), open(), open())))).toEqual([201, 201, 201, 201]);
    expect(sizes).toEqual([4, 4, 4, 2, 2]);
    expect(await ledger.balances()).toEqual([0, 0, 0, 0]);
  }, 30_000);

  test('of one command that can be divided, whose reading takes too long, is given back', async () => {
    const sizes: number[] = [];
    const run = ledger.runner(slowFor(() => sizes.length <= 3, sizes));
    const [sent] = delivered(open());
    if (!sent) throw new Error('nothing sent');
    expect(await run([{ ...sent, isDivisible: true }])).toMatchObject([
      { kind: 'threw', error: { code: 50 } },
    ]);
  }, 30_000);

  test('of one command whose reading takes too long waits for the database', async () => {
    const sizes: number[] = [];
    const run = ledger.runner(slowFor(() => sizes.length <= 5, sizes));
    expect(endsOf(await run(delivered(open())))).toEqual([201]);
    expect(sizes).toHaveLength(6);
  }, 30_000);

  test('is kept and told by the clock of the database, though the worker is a month behind', async () => {
    const before = await databaseTime(ledger.database);
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

  test('with a command that breaks its rule goes on without it, at the first try', async () => {
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

  test('of a parked command that is redriven replaces its record', async () => {
    const [sent] = delivered(open());
    if (!sent) throw new Error('nothing sent');
    await ledger.models.inbox.collection.insertOne({
      ...{
        _id: sent.command.id,
        type: 'open',
        owner: 'client:7',
        fingerprint: sent.command.fingerprint,
        state: 'parked',
      },
      outcome: { problem: { code: 'internal_error' } },
    } as never);
    expect(endsOf(await ledger.runner()([sent]))).toEqual([201]);
    const records = (await ledger.models.inbox.find().lean()).map(fromInboxDocument);
    expect(records).toMatchObject([{ _id: sent.command.id, state: 'done' }]);
    expect(await ledger.runner()([sent])).toMatchObject([{ replayed: true }]);
  });

  test('of a command that is kept in full, as releases before 0.5.0 did, or short, replays it to the byte', async () => {
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

  test('without records to write, only refusals, keeps them', async () => {
    expect(endsOf(await ledger.runner()(delivered(pay(9, 1))))).toEqual(['not_found']);
    expect(await kept()).toBe(1);
  });
});
