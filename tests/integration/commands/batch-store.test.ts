import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Account } from '../../unit/support/ledger.ts';
import { openLedger, type Ledger } from '../support/ledger-store.ts';

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger();
});
afterEach(() => ledger.close());

test('if a batch updates a record, MongoDB afterwards contains exactly the new record, without fields that only the old record had', async () => {
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
