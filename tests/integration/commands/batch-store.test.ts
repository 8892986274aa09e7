import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { decideLedger, ledgerCommand, type Account } from '../../unit/support/ledger.ts';
import { endsOf, openLedger, type Ledger } from '../support/ledger-store.ts';

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger();
});
afterEach(() => ledger.close());

test('an updated record is stored exactly as its rule decided, without the fields that the rule removed', async () => {
  const first = { _id: 1, version: 1, balance: 5, kept: { a: 1 }, gone: 'x' };
  const then = { _id: 1, version: 2, balance: 5, kept: first.kept, fresh: ['$a.b'] };
  for (const after of [first, then] as Account[]) {
    await ledger.store.inTransaction(async ({ load, write }) => {
      const { state } = await load([{ accounts: [1] }], []);
      const before = state.accounts.get(1) ?? null;
      const writes = [{ table: 'accounts' as const, before, after }];
      await write(
        { results: [], writes, inbox: [], unparked: [], events: [], ledger: [] },
        '2026-05-01T10:00:00.000Z',
      );
    });
    expect(await ledger.models.accounts.collection.findOne({ _id: 1 as never })).toEqual(after);
  }
});

test('records that together exceed the document size limit are all loaded and written once', async () => {
  const ballast = 'x'.repeat(9 * 1024 * 1024);
  await ledger.store.inTransaction(async ({ load, write }) => {
    const { state } = await load([{ sequences: ['accounts'] }], []);
    const work = decideLedger(state, [ledgerCommand('open'), ledgerCommand('open')]);
    const writes = work.writes.map((one) => ({ ...one, after: one.after && { ...one.after, ballast } }));
    await write({ ...work, writes }, new Date().toISOString());
  });
  expect(await ledger.models.inbox.countDocuments()).toBe(2);
  expect(await ledger.models.eventLog.countDocuments()).toBe(1);
  const pays = [1, 2].map((account) => ledgerCommand('pay', { account, amount: 5 }));
  const results = await ledger.runner()(pays.map((command) => ({ command, keepsInbox: true })));
  expect(endsOf(results)).toEqual([200, 200]);
  expect(await ledger.balances()).toEqual([5, 5]);
  const drafted = await ledger.store.load([{ accounts: [1, 2] }]);
  expect([...drafted.accounts.keys()]).toEqual([1, 2]);
});
