import { describe, expect, test } from '@jest/globals';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { keptFingerprint } from '#shared/engine/decide/decide-batch.ts';
import type { Counter } from '#shared/engine/decide/handler.ts';
import { faultsBy, readableRecords } from '#shared/engine/decide/resource.ts';
import { decideLedger, ledger, ledgerCommand, ledgerNow } from '../support/ledger.ts';
import { ended } from '../support/outcome.ts';

const account = { _id: 1, version: 5, balance: 10 };
const pay = (amount: number, more = {}) => ledgerCommand('pay', { account: 1, amount }, more);

function keptAs(state: InboxRecord['state'], of: { id: string; fingerprint: string }): InboxRecord {
  return {
    _id: of.id,
    type: 'pay',
    owner: 'client:7',
    fingerprint: of.fingerprint,
    state,
    outcome: { status: 200, location: null, version: 5, body: '{"id":1,"balance":99}' },
    accepted_at: ledgerNow,
    decided_at: ledgerNow,
  };
}

describe('batches of commands', () => {
  test('a batch runs its commands in sequence, and each command sees the changes of earlier commands', () => {
    const { results, writes } = decideLedger(ledger([account]), [pay(5), pay(-15), pay(-1), pay(2)]);
    expect(results.map(ended).map(({ code, data }) => code ?? (data as { balance: number }).balance)).toEqual(
      [15, 0, 'validation_failed', 2],
    );
    expect(writes).toEqual([
      { table: 'accounts', before: account, after: { _id: 1, version: 8, balance: 2 } },
    ]);
  });

  test('a batch has one write for each changed record, which contains the record before the batch and after all its commands', () => {
    const open = ledgerCommand('open');
    const { writes } = decideLedger(ledger([account], 8), [open, pay(1), pay(1)]);
    expect(writes).toEqual([
      { table: 'accounts', before: account, after: { _id: 1, version: 7, balance: 12 } },
      { table: 'accounts', before: null, after: { _id: 9, version: 1, balance: 0 } },
      { table: 'counters', before: { _id: 'accounts', version: 8 }, after: { _id: 'accounts', version: 9 } },
    ]);
  });

  test('a batch that changes a record and then deletes it writes only the deletion', () => {
    const close = (of: number) => ledgerCommand('close', { account: of });
    const { writes } = decideLedger(ledger([account]), [ledgerCommand('open'), pay(1), close(1)]);
    expect(writes.filter(({ table }) => table === 'accounts')).toEqual([
      { table: 'accounts', before: account, after: null },
    ]);
  });

  test('deciding a batch does not modify the loaded records that are passed to it', () => {
    const state = ledger([account], 1);
    const before = structuredClone(state);
    decideLedger(state, [pay(1), ledgerCommand('open'), ledgerCommand('close', { account: 1 })]);
    expect(state).toEqual(before);
  });

  test('a batch stores the outcome and owner of every decided command, including rejected commands', () => {
    const [done, refused] = [pay(1), pay(-100)];
    const { inbox, unparked } = decideLedger(ledger([account]), [done, refused]);
    expect(unparked).toEqual([]);
    expect(inbox).toEqual([
      {
        _id: done.id,
        type: 'pay',
        owner: 'client:7',
        fingerprint: done.fingerprint,
        state: 'done',
        outcome: { status: 200, location: null, version: 6, body: '{"id":1,"balance":11}' },
        accepted_at: done.at,
        decided_at: ledgerNow,
      },
      expect.objectContaining({
        _id: refused.id,
        state: 'done',
        outcome: {
          problem: { code: 'validation_failed', fields: [{ field: 'amount', rule: 'min' }] },
          request_id: refused.requestId,
        },
      }),
    ]);
  });

  test('a secret in a command’s response is not stored, and is missing from the response if the command is repeated', () => {
    const sent = ledgerCommand('reveal', { account: 1 });
    const { results, inbox } = decideLedger(ledger([account]), [sent, sent]);
    const stored = { status: 200, location: null, version: 6, body: '{"id":1,"balance":10}' };
    const once = { ...stored, body: '{"id":1,"balance":10,"secret":"shown once"}' };
    expect(results).toEqual([
      { kind: 'decided', outcome: stored, replayed: false, once },
      { kind: 'decided', outcome: stored, replayed: false },
    ]);
    expect(inbox.map(({ outcome }) => outcome)).toEqual([stored]);
  });

  test('a batch publishes its events in the sequence of its commands', () => {
    const { events } = decideLedger(ledger([account]), [pay(1), pay(-100), pay(1)]);
    expect(events.map(({ draft }) => draft.data.version)).toEqual([6, 7]);
  });
});

describe('repeated commands', () => {
  test('a command repeated within a batch is executed once', () => {
    const sent = pay(5);
    const { results, writes, inbox, events } = decideLedger(ledger([account]), [sent, sent, sent]);
    expect(results.map(ended).map(({ data }) => data as unknown)).toEqual(
      Array(3).fill({ id: 1, balance: 15 }),
    );
    expect(writes).toMatchObject([{ after: { version: 6, balance: 15 } }]);
    expect([inbox.length, events.length]).toEqual([1, 1]);
  });

  test('a command repeated in a later batch returns its stored outcome and changes nothing', () => {
    const sent = pay(5);
    const { results, writes, inbox, events } = decideLedger(
      ledger([account]),
      [sent],
      [keptAs('done', sent)],
    );
    expect(results.map(ended)).toMatchObject([{ status: 200, replayed: true, data: { balance: 99 } }]);
    expect([writes, inbox, events]).toEqual([[], [], []]);
  });

  test('a command repeated with another body fails as idempotency_key_reused, and its first outcome stays stored', () => {
    const sent = pay(5);
    const other = pay(6, { id: sent.id });
    const later = decideLedger(ledger([account]), [other], [keptAs('done', sent)]);
    expect(later.results).toEqual([
      { kind: 'decided', outcome: { problem: { code: 'idempotency_key_reused' } }, replayed: false },
    ]);
    expect([later.writes, later.inbox]).toEqual([[], []]);
    const atOnce = decideLedger(ledger([account]), [sent, other]);
    expect(atOnce.results.map(ended).map(({ status, code }) => status ?? code)).toEqual([
      200,
      'idempotency_key_reused',
    ]);
    expect(atOnce.inbox).toMatchObject([{ fingerprint: sent.fingerprint, outcome: { status: 200 } }]);
  });

  test('a repeated command is recognized although only the first part of its fingerprint is stored', () => {
    const fingerprint = 'EKb1Z1kAfzPupsheIGCfbaQs5LQDPg6dIGW2TE4DK6c';
    const sent = pay(5, { fingerprint });
    // Earlier releases stored fingerprints of this length too, so the length must not change.
    const kept = keptAs('done', { ...sent, fingerprint: 'EKb1Z1kAfzPu' });
    expect(keptFingerprint(fingerprint)).toBe(kept.fingerprint);
    const [first] = decideLedger(ledger([account]), [sent], [kept]).results;
    expect(first && ended(first)).toMatchObject({ status: 200, replayed: true });
    const other = { ...sent, fingerprint: `EKb1Z1kAfzPx${fingerprint.slice(12)}` };
    const [second] = decideLedger(ledger([account]), [other], [kept]).results;
    expect(second && ended(second)).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('a command that was cancelled before it ran is not executed', () => {
    const sent = pay(5);
    const cancelled = {
      ...keptAs('cancelled', { ...sent, fingerprint: '' }),
      outcome: { problem: { code: 'conflict' } },
    };
    const { results, writes } = decideLedger(ledger([account]), [sent], [cancelled as InboxRecord]);
    expect(results.map(ended)).toMatchObject([{ code: 'conflict' }]);
    expect(writes).toEqual([]);
  });

  test('if the stored outcome of a command was erased, a repetition of the command gets the error for a deleted record', () => {
    const sent = pay(5);
    const kept = keptAs('done', sent);
    const erased = { ...kept, outcome: { ...kept.outcome, body: null, erased: true as const } };
    const { results, writes } = decideLedger(ledger([account]), [sent], [erased]);
    const problem = { code: 'conflict', coded: { code: 'created_record_deleted' } };
    expect([results, writes]).toEqual([
      [{ kind: 'decided', outcome: { problem: expect.objectContaining(problem) }, replayed: true }],
      [],
    ]);
  });

  test('a repeated command whose type this release no longer knows returns its stored outcome', () => {
    const sent = ledgerCommand('of a former release');
    const { results } = decideLedger(ledger(), [sent], [keptAs('done', sent)]);
    expect(results).toMatchObject([{ kind: 'decided', outcome: { status: 200 }, replayed: true }]);
  });

  test('if a repeated command’s caller may no longer see its record, the caller gets not_found instead of the stored outcome', () => {
    const sent = ledgerCommand('reveal', { account: 2 });
    const { results, inbox } = decideLedger(ledger([account]), [sent], [keptAs('done', sent)]);
    expect(results).toEqual([
      { kind: 'decided', outcome: { problem: { code: 'not_found' } }, replayed: false },
    ]);
    expect(inbox).toEqual([]);
    const defect = ledgerCommand('reveal', { account: -1 });
    expect(() => decideLedger(ledger(), [defect], [keptAs('done', defect)])).toThrow('a defect');
  });

  test('a parked command that succeeds after a redrive (an operator sends it to its queue again) is no longer parked', () => {
    const sent = pay(5);
    const { results, inbox, unparked } = decideLedger(ledger([account]), [sent], [keptAs('parked', sent)]);
    expect(results.map(ended)).toMatchObject([{ status: 200, replayed: false, data: { balance: 15 } }]);
    expect([inbox.map(({ state }) => state), unparked]).toEqual([['done'], [sent.id]]);
  });

  test('the idempotency key of a parked command cannot be reused with a different body', () => {
    const sent = pay(5);
    const other = pay(6, { id: sent.id });
    const { results, writes, inbox, unparked } = decideLedger(
      ledger([account]),
      [other],
      [keptAs('parked', sent)],
    );
    expect(results.map(ended)).toEqual([{ code: 'idempotency_key_reused', replayed: false }]);
    expect([writes, inbox, unparked]).toEqual([[], [], []]);
  });

  test('a parked command that fails again after a redrive (an operator sends it to its queue again) stays parked', () => {
    const sent = ledgerCommand('break');
    const { inbox, unparked, results } = decideLedger(ledger(), [sent], [keptAs('parked', sent)]);
    expect([inbox, unparked, results[0]?.kind]).toEqual([[], [], 'threw']);
  });

  test('a redelivered event is applied again, and no outcome is stored for it', () => {
    const event = { command: pay(5), keepsInbox: false };
    const { inbox, writes } = decideLedger(ledger([account]), [event, event]);
    expect(inbox).toEqual([]);
    expect(writes).toMatchObject([{ after: { version: 7, balance: 20 } }]);
  });
});

describe('failed commands', () => {
  test.each([
    ['that is rejected', 'refuse', 'decided'],
    ['that fails with an exception', 'break', 'threw'],
    ['whose check returns neither errors nor records', 'forget', 'threw'],
    ['of an unknown type', 'nothing', 'threw'],
  ])(
    'a command %s changes nothing, and the next command of the batch gets the ids that it reserved',
    (_name, type, kind) => {
      const { results, writes, events, inbox } = decideLedger(ledger([account], 3), [
        ledgerCommand('open'),
        ledgerCommand(type),
        ledgerCommand('open'),
      ]);
      expect(results.map((result) => result.kind)).toEqual(['decided', kind, 'decided']);
      expect(results.map(ended).map(({ data }) => (data as { id: number } | undefined)?.id)).toEqual([
        4,
        undefined,
        5,
      ]);
      expect(writes.filter(({ table }) => table === 'counters')).toMatchObject([{ after: { version: 5 } }]);
      expect(events).toHaveLength(2);
      // A rejection is a final outcome and is stored. A command that threw has no outcome, because it will be retried.
      expect(inbox).toHaveLength(kind === 'threw' ? 2 : 3);
    },
  );

  test('if the stored id sequence of a record type is not a number, every command of a batch that needs a new id fails as conflict', () => {
    const damaged = new Map([['accounts', { _id: 'accounts', version: Number.NaN }]]);
    const counters = readableRecords('counters', damaged, faultsBy<Counter>({ version: 'integer' }));
    const { results, writes } = decideLedger({ ...ledger(), counters }, [
      ledgerCommand('open'),
      ledgerCommand('open'),
    ]);
    expect(results.map(ended).map(({ code }) => code)).toEqual(['conflict', 'conflict']);
    expect(writes).toEqual([]);
  });

  test.each([
    ['break', 'a defect'],
    ['forget', 'The check of forget found neither errors nor records'],
    ['nothing', 'No handler for nothing'],
  ])(
    'the failing test command “%s” results in the error “%s”, marked as thrown by the command’s rule',
    (type, message) => {
      const { results } = decideLedger(ledger(), [ledgerCommand(type)]);
      expect(results).toEqual([{ kind: 'threw', error: expect.objectContaining({ message }), byRule: true }]);
    },
  );

  test('a command on a record that does not exist fails as not_found, and this outcome is stored', () => {
    const { results, inbox } = decideLedger(ledger(), [pay(1)]);
    expect(results.map(ended)).toMatchObject([{ code: 'not_found' }]);
    expect(inbox).toHaveLength(1);
  });
});
