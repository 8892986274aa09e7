import { expect, test } from '@jest/globals';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { erasingAgain } from '#services/orders/erasure/erase-user.ts';
import { erasedIn } from '#services/orders/erasure/concerns-erased.ts';
import { cleaning } from '#services/orders/erasure/clean-after-erasure.ts';
import { answeredAbout, erasedOutcome, outcomeOfViews } from '#services/orders/erasure/erased-outcome.ts';
import { personalOrderFields } from '#shared/contracts/endpoints/order-fields.ts';
import { orderWrites } from '#shared/contracts/endpoints/orders.ts';
import { erasureFindings } from '#services/orders/audit/people-findings.ts';
import { rowId, type KeptRow } from '#shared/engine/decide/ledger-row.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { personalFieldsOfOrders, withoutPerson } from '#services/orders/orders/erased-order.ts';
import { erasedRow } from '#services/orders/erasure/erased-row.ts';
import { hasReturnTexts, withoutReturnTexts } from '#services/orders/returns/return.ts';
import type { Erasure } from '#services/orders/records/tables.ts';
import {
  aUser,
  anAddress,
  anOrder,
  command,
  decide,
  decideOne,
  earlier,
  now,
  typesOf,
  world,
} from '../support/orders-world.ts';

const done = { status: 'delivered' as const, history: [] };
const erase = (body = {}) => command('users.delete', { params: { user: 1 }, body });
const erasure: Erasure = {
  _id: 1,
  version: 1,
  at: now,
  owners: ['client:1', 'client:~key'],
  addresses: [4],
  by: null,
  rounds: 0,
  due_at: now,
};

test('erasing a user deletes the user’s addresses and cart, and stores an erasure record that contains only ids', () => {
  const { work } = decideOne(
    world({
      users: [aUser(1, { external_id: 'auth0|layla' }), aUser(2)],
      addresses: [anAddress(1, 1), anAddress(2, 2)],
      carts: [{ _id: 1, version: 3, items: [], updated_at: now }],
      orders: [anOrder(1, done)],
    }),
    erase(),
  );
  const gone = work.writes
    .filter(({ after }) => after === null)
    .map(({ table, before }) => [table, before?._id]);
  expect(gone).toEqual([
    ['users', 1],
    ['addresses', 1],
    ['carts', 1],
  ]);
  const noted = work.writes.find(({ table }) => table === 'erasures')?.after;
  expect(noted).toMatchObject({
    _id: 1,
    owners: ['client:1', expect.stringMatching(/^client:~/)],
    addresses: [1],
  });
  expect(JSON.stringify([work.ledger, noted, work.events])).not.toMatch(/User 1|user1@|Main Street|layla/);
  expect(work.ledger.map(({ kind, last }) => [kind, last])).toEqual([
    ['erased', undefined],
    ['erased', undefined],
  ]);
});

test('erasing a user removes only those saved filters of staff that may identify the user, such as filters with the name, phone number or street', () => {
  const view = (name: string, query: string | null) => ({ name, list: 'orders' as const, query });
  const own = { version: 3, log: [], created_at: now, updated_at: now };
  const named = [
    view('Layla', 'filters[customer]=LAYLA+al-khatib'),
    view('لیلى', 'search=%2B962%207%209012-3456&sort=created_at'),
    view('layla@example.com', null),
    view('Neighbours', 'search=12%20Rainbow%20street'),
    view('Ring twice', 'filters[notes]=ring'),
  ];
  const others = [
    view('Lower Layla', 'filters[customer]=Layla'),
    view('12', 'filters[user_id]=1'),
    view('All', null),
  ];
  const { work } = decideOne(
    world({
      users: [aUser(1, { name: 'Layla Al-Khatib', email: 'layla@example.com', phone: '+962 790 123 456' })],
      addresses: [anAddress(1, 1, { line1: '12 Rainbow Street', line2: '4' })],
      savedViews: [
        { _id: 'one', ...own, views: [...named, ...others] },
        { _id: 'two', ...own, views: others },
      ],
    }),
    erase(),
  );
  const written = work.writes.filter(({ table }) => table === 'savedViews').map(({ after }) => after);
  expect(written).toMatchObject([{ _id: 'one', version: 4, views: others }]);
});

test('after an erasure, the stored response to a staff command that saved list filters contains only the filters that the erasure kept', () => {
  const view = (name: string) => ({ name, list: 'orders' as const, query: null });
  const body = JSON.stringify({ views: [view('Layla'), view('All')], updated_at: now });
  const outcome = { status: 200 as const, location: null, version: 4, body };
  const record = {
    _id: 'c',
    type: 'saved-views.update',
    owner: 'admin:one',
    fingerprint: 'f',
    state: 'done' as const,
    accepted_at: now,
    decided_at: now,
    outcome,
  } as InboxRecord;
  const own = { _id: 'one', version: 5, log: [], created_at: now, updated_at: now, views: [view('All')] };
  const cleaned = outcomeOfViews(record, own).outcome;
  expect(cleaned).toEqual({ ...outcome, body: JSON.stringify({ views: [view('All')], updated_at: now }) });
  expect(outcomeOfViews({ ...record, outcome: cleaned }, own).outcome).toBe(cleaned);
});

test('the reason for an erasure stays in the ledger row of the erasure', () => {
  const { work } = decideOne(world({ users: [aUser(1)] }), erase({ reason: 'Asked for by letter' }));
  const [row] = work.ledger;
  expect(row).toMatchObject({ kind: 'erased', reason: 'Asked for by letter' });
  expect(row && erasedRow(row, 1)).toEqual(row);
});

test.each(['pending', 'confirmed', 'preparing', 'shipped'] as const)(
  'erasing a user with a %s order fails as conflict',
  (status) => {
    const { ends } = decide(
      world({ users: [aUser(1)], orders: [anOrder(7, { status }), anOrder(8, done)] }),
      [erase()],
    );
    const orders = [{ id: 7, order_number: 'TEST-7', status }];
    expect(ends).toMatchObject([{ code: 'conflict', extra: { orders } }]);
  },
);

test('the clean-up after an erasure deletes the user’s addresses that the erasure recorded or that are newer, but keeps older addresses that it did not record', () => {
  const before = '2020-01-01T00:00:00.000Z';
  const caller = { area: 'admin', subject: 'layla', userId: null } as const;
  const by = { id: 'c', caller, requestId: 'r' };
  const noted = { ...erasure, by };
  const addresses = [
    anAddress(4, 1, { created_at: before }),
    anAddress(5, 1, { created_at: before }),
    anAddress(6, 1, { created_at: '2999-01-01T00:00:00.000Z' }),
  ];
  const ran = decide(world({ erasures: [noted], addresses }), [cleaning(noted, [])]);
  const gone = ran.work.writes
    .filter(({ table }) => table === 'addresses')
    .map(({ before: was }) => was?._id);
  expect(gone).toEqual([4, 6]);
});

test('if restoring a backup brings back an erased user, the store erases the user again exactly once, even if the user has open orders', () => {
  const ran = decide(
    world({
      users: [aUser(1), aUser(2)],
      addresses: [anAddress(1, 1)],
      orders: [anOrder(7, { status: 'pending' })],
    }),
    [erasingAgain(1, now)],
  );
  expect(ran.work.writes.map(({ table, after }) => [table, after?._id ?? null])).toEqual(
    expect.arrayContaining([
      ['users', null],
      ['addresses', null],
      ['erasures', 1],
    ]),
  );
  expect(typesOf(ran.work)).toEqual(
    expect.arrayContaining([expect.stringContaining('user.deleted'), expect.stringContaining('user.erased')]),
  );
  expect(JSON.stringify(ran.work.ledger)).not.toMatch(/User 1|user1@|Main Street/);
  expect(decide(ran.state, [erasingAgain(1, now), erasingAgain(9, now)]).work.writes).toEqual([]);
});

test('if a user is erased again after a restore, the erasure record has the user’s sign-in identities and the ids of deleted addresses from both erasures', () => {
  const state = world({ users: [aUser(1)], addresses: [anAddress(9, 1)], erasures: [erasure] });
  const { work } = decide(state, [erasingAgain(1, now)]);
  const put = work.writes.find(({ table }) => table === 'erasures');
  expect(put?.after).toMatchObject({ version: 2, owners: ['client:1', 'client:~key'], addresses: [4, 9] });
});

test('an erasure records each external id that the user had before, as a key with the time of its removal', () => {
  const row = (version: number, change: { field: string; from: unknown; to: unknown }): KeptRow => ({
    _id: rowId('users/1', version),
    version,
    at: now,
    kind: 'changed',
    changes: [change],
  });
  const state = world({
    users: [aUser(1, { external_id: 'auth0|layla', version: 4 })],
    ledgerRows: [
      row(2, { field: 'external_id', from: null, to: 'guest|1' }),
      row(3, { field: 'external_id', from: 'guest|1', to: 'auth0|layla' }),
      row(4, { field: 'name', from: 'L', to: 'Layla' }),
      { ...row(2, { field: 'external_id', from: 'guest|2', to: null }), _id: rowId('users/12', 2) },
    ],
  });
  const put = decideOne(state, erase()).work.writes.find(({ table }) => table === 'erasures')?.after;
  const { key } = externalUser('guest|1');
  expect(put).toMatchObject({
    owners: ['client:1', `client:${externalUser('auth0|layla').key}`],
    former_keys: [{ key, until: now }],
  });
  const restored = { ...world({ users: [aUser(1)] }), erasures: new Map([[1, put as Erasure]]) };
  const again = decide(restored, [erasingAgain(1, now)]);
  expect(again.state.erasures.get(1)).toMatchObject({ former_keys: [{ key, until: now }] });
});

test('an erasure also records an external id that a command earlier in the same batch has replaced', () => {
  const state = world({ users: [aUser(1, { external_id: 'guest|1' })] });
  const moved = command('users.update', { params: { user: 1 }, body: { external_id: 'auth0|layla' } });
  const { work } = decide(state, [moved, erase()]);
  expect(work.writes.find(({ table }) => table === 'erasures')?.after).toMatchObject({
    owners: ['client:1', `client:${externalUser('auth0|layla').key}`],
    former_keys: [{ key: externalUser('guest|1').key, until: now }],
  });
  expect(work.writes.map(({ table }) => table)).not.toContain('ledgerRows');
  expect(work.ledger.map(({ _id }) => _id)).toEqual([rowId('users/1', 2), rowId('users/1', 3)]);
});

test('an erased user’s order keeps its money fields, lines and city, but no name, street, notes or reasons', () => {
  const personal = { notes: 'ring twice', reject_reason: 'Layla asked' };
  const before = anOrder(1, {
    ...done,
    ...personal,
    history: [{ at: now, by: 'client:auth0|layla', from: null, to: 'delivered', reason: 'Layla asked' }],
  });
  const ran = decide(world({ orders: [before], erasures: [erasure] }), [
    cleaning(erasure, [{ id: 1, since: null }]),
  ]);
  const order = ran.state.orders.get(1);
  expect(order).toMatchObject({
    version: 2,
    total: before.total,
    items: before.items,
    notes: null,
    reject_reason: null,
    user: { id: 1, name: 'Deleted customer' },
    address: { line1: '', city: 'Amman', country: 'JO' },
    history: [{ by: 'client:1', reason: null }],
  });
  expect(ran.work.ledger).toMatchObject([{ kind: 'erased', changes: [{ field: 'user.name' }, {}, {}, {}] }]);
  expect(JSON.stringify(ran.work.ledger)).not.toMatch(/Layla|ring twice|Main Street/);
  expect(decide(ran.state, [cleaning(erasure, [{ id: 1, since: null }])]).work.writes).toEqual([]);
});

test.each([...personalFieldsOfOrders])(
  'an erasure removes text in the field %s from an order and its timeline, and the audit reports text that is left',
  (field) => {
    const word = 'planted';
    const clean = decide(world({ orders: [anOrder(1, done)], erasures: [erasure] }), [
      cleaning(erasure, [{ id: 1, since: null }]),
    ]);
    const erased = clean.state.orders.get(1);
    if (!erased) throw new Error('The order is gone.');
    const [name = '', inner] = field.split('.');
    const value = inner === undefined ? word : { ...erased[name as 'user' | 'address'], [inner]: word };
    const planted = { ...erased, [name]: value };
    const row = {
      _id: 'orders/1:0000000002',
      at: now,
      kind: 'deleted' as const,
      changes: [{ field, from: word, to: word }],
      last: planted,
    };
    const found = { kinds: [], foreignAddresses: [], rows: [] };
    expect(erasureFindings(erasure, { ...found, orders: [planted] })).toMatchObject([
      { rule: 'person-not-erased' },
    ]);
    const { state, work } = decide({ ...clean.state, orders: new Map([[1, planted]]) }, [
      cleaning(erasure, [{ id: 1, since: null }]),
    ]);
    const left = [state.orders.get(1), work.ledger, work.events, erasedRow(row, 1)];
    expect(JSON.stringify(left)).not.toContain(word);
    expect(erasureFindings(erasure, { ...found, orders: [...state.orders.values()] })).toEqual([]);
  },
);

// `cleanBulkWork` and the user's export handle no other personal field of bulk work.
test('bulk work on orders cannot set personal fields, except the reject reason', () => {
  const { changes } = orderWrites['orders.bulk-update'];
  expect(personalOrderFields.filter((name) => changes?.includes(name))).toEqual(['reject_reason']);
});

test('the clean-up after an erasure leaves orders of other users unchanged', () => {
  const orders = [anOrder(1, { ...done, user_id: 2 })];
  expect(
    decide(world({ orders, erasures: [erasure] }), [cleaning(erasure, [{ id: 1, since: null }])]).work.writes,
  ).toEqual([]);
});

test('an order with an erased user’s id keeps its copied customer data if this data belongs to another customer', () => {
  const orders = [anOrder(1, { ...done, user_id: 1, user: { id: 2, name: 'Omar' } })];
  expect(
    decide(world({ orders, erasures: [erasure] }), [cleaning(erasure, [{ id: 1, since: null }])]).work.writes,
  ).toEqual([]);
});

test('after an erasure, ledger rows keep ids and field names, but no personal texts or reasons', () => {
  const by = { area: 'client' as const, subject: 'auth0|layla', name: 'Layla' };
  const changes = [
    { field: 'notes', from: null, to: 'ring twice' },
    { field: 'total', from: 1, to: 2 },
  ];
  const row = {
    _id: 'orders/1:0000000002',
    at: now,
    kind: 'changed' as const,
    by,
    changes,
    reason: 'r',
    note: 'n',
  };
  const cleaned = erasedRow(row, 1);
  expect(cleaned).toEqual({
    _id: row._id,
    at: now,
    kind: 'changed',
    by: { area: 'client', subject: '1' },
    changes: [{ field: 'notes' }, changes[1]],
  });
  expect(erasedRow(cleaned, 1)).toEqual(cleaned);
});

test('after an erasure, the stored response to a checkout contains the order without personal data, or is empty if the order was deleted', () => {
  const record = {
    _id: 'c',
    type: 'orders.checkout',
    owner: 'client:1',
    fingerprint: 'f'.repeat(43),
    state: 'done' as const,
    accepted_at: now,
    decided_at: now,
    outcome: {
      status: 201,
      location: '/x',
      version: 1,
      body: '{"id":1,"order_number":"TEST-1","notes":"ring"}',
    },
  };
  const order = anOrder(1, { version: 5, notes: null });
  const cleaned = erasedOutcome(record, { order, user: 1, decimals: 2 });
  expect(cleaned).toMatchObject({ fingerprint: record.fingerprint, outcome: { status: 201, version: 5 } });
  expect(JSON.stringify(cleaned)).not.toContain('ring');
  const gone = erasedOutcome(record, { order: null, user: 1, decimals: 2 }).outcome;
  expect(gone).toEqual({ status: 201, location: '/x', version: 1, body: null, erased: true });
});

test('the stored response to a shopper’s own return names the order, by which an erasure finds the person', () => {
  const outcome = { status: 201, location: '/x', version: 1, body: '{"id":5,"order_id":9}' };
  for (const type of ['own-returns.create', 'own-returns.withdraw', 'returns.update'])
    expect(answeredAbout({ type, outcome })).toEqual({ order: 9, user: null });
});

test('a parked command counts as data of an erased user if the user sent it or it concerns the user’s record, address or order', () => {
  const of = (asked: Parameters<typeof command>[1], type: Parameters<typeof command>[0] = 'users.update') =>
    erasedIn(command(type, asked), [erasure], new Map([[9, 1]]))?._id;
  expect(of({ as: 1 })).toBe(1);
  expect(of({ params: { user: 1 } })).toBe(1);
  expect(of({ params: { address: 4 } }, 'addresses.update')).toBe(1);
  expect(of({ params: { order: 9 } }, 'orders.update')).toBe(1);
  expect(of({ params: { user: 2 } })).toBeUndefined();
  expect(of({ params: { order: 8 } }, 'orders.update')).toBeUndefined();
});

test('a command with the key of an erased shopper counts as theirs only if they sent it before the erasure, and with a former key only until the key was removed', () => {
  const withFormer = { ...erasure, former_keys: [{ key: '~former', until: earlier }] };
  const sent = (key: string, at: string) => {
    const caller = { area: 'client', subject: 's', userId: null, external: { id: 'x', key } } as const;
    return erasedIn(command('cart.clear', { caller, at }), [withFormer], new Map())?._id;
  };
  const later = '2026-05-01T10:00:00.001Z';
  expect([sent('~key', now), sent('~key', later)]).toEqual([1, undefined]);
  expect([sent('~former', earlier), sent('~former', now)]).toEqual([1, undefined]);
  expect(sent('~other', earlier)).toBeUndefined();
});

test('after an erasure, the timeline of an address still shows by ids that the address passed between customers', () => {
  const changes = [
    { field: 'user_id', from: 2, to: 1 },
    { field: 'line1', from: 'Theirs', to: 'Hers' },
  ];
  const row = { _id: 'addresses/5:0000000003', at: now, kind: 'changed' as const, changes };
  expect(erasedRow(row, 1)).toEqual({ ...row, changes: [changes[0], { field: 'line1' }] });
});

test.each(['undo', 'order_returned'])(
  'an erasure keeps the reason %s, which the store itself writes, and the audit does not report this reason',
  (reason) => {
    const order = anOrder(1, {
      ...done,
      history: [{ at: now, by: 'admin:a', from: null, to: 'delivered', reason }],
    });
    const last = withoutPerson(order);
    const kept = { _id: 'orders/1:0000000002', at: now, kind: 'deleted' as const, reason, last };
    expect(last.history).toEqual(order.history);
    expect(erasedRow(kept, 1)).toEqual(kept);
    const step = { at: now, by: 'admin:a', from: null, to: 'closed' as const, reason };
    expect(hasReturnTexts({ lines: [], history: [step] })).toBe(false);
  },
);

test('a reason that staff wrote in a return’s history counts as the customer’s personal text until an erasure removes it', () => {
  const step = { at: now, by: 'admin:a', from: null, to: 'refused' as const, reason: 'Layla wore it' };
  const texts = { lines: [], history: [step] };
  expect(hasReturnTexts(texts)).toBe(true);
  expect(hasReturnTexts(withoutReturnTexts(texts, 1))).toBe(false);
});

test('an erasure keeps the order history entries of the order’s former customer, and replaces the erased customer’s name by the user id', () => {
  const step = (at: string, by: string) => ({ at, by, from: null, to: 'pending' as const, reason: 'Mine' });
  const steps = [step(earlier, 'client:omar'), step(now, 'client:layla')];
  const order = { ...anOrder(7, { history: steps }), log: [{ by: 'client:layla' }] };
  const erased = { ...steps[1], by: 'client:1', reason: null };
  expect(withoutPerson(order, now).history).toEqual([steps[0], erased]);
  expect(withoutPerson(order, null).history).toEqual([{ ...erased, at: earlier }, erased]);
  expect(withoutPerson(order, null).log).toEqual([{ by: 'client:1' }]);
});
