import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { fromInboxDocument, toInboxDocument } from '#shared/engine/commands/inbox.ts';
import { shortOutcome, packAnswer, unpackAnswer } from '#shared/engine/commands/short-outcome.ts';
import { keptFingerprint } from '#shared/engine/decide/decide-batch.ts';
import type { Outcome, InboxRecord } from '#shared/engine/decide/outcome.ts';
import {
  aLine,
  anAddress,
  anOrder,
  aProduct,
  aUser,
  command,
  decide,
  stockOf,
  world,
} from '../support/orders-world.ts';

const { BSON } = mongoose.mongo;
const moment = new Date('2026-05-01T10:00:00.000Z');

function aRecord(values: Partial<InboxRecord> = {}): InboxRecord {
  return {
    _id: 'f86d59cbbac84f589a2e75d239cd15a8',
    type: 'cart.add',
    owner: 'client:7',
    state: 'done',
    fingerprint: 'EKb1Z1kAfzPupsheIGCfbaQs5LQDPg6dIGW2TE4DK6c',
    outcome: { status: 200, location: null, version: 3, body: '{"items":[],"items_total":0}' },
    accepted_at: '2026-05-01T09:59:59.998Z',
    decided_at: '2026-05-01T10:00:00.000Z',
    ...values,
  };
}

/** The inbox record as MongoDB returns it. */
function stored(record: InboxRecord): ReturnType<typeof toInboxDocument> {
  return BSON.deserialize(BSON.serialize(toInboxDocument(record, moment))) as never;
}
const readBack = (record: InboxRecord): InboxRecord => fromInboxDocument(stored(record));

/** The inbox record with only that part of its fingerprint that is stored. */
const withKeptFingerprint = ({ fingerprint, ...record }: InboxRecord) => ({
  ...record,
  fingerprint: keptFingerprint(fingerprint),
});

/** A cart with three lines and the order placed from it, with the response to each command. */
function placedOrder() {
  const state = world({
    users: [aUser(1, { name: 'Layla Haddad' })],
    addresses: [anAddress(1, 1, { phone: '+962790000000' })],
    products: [1, 2, 3].map((id) => aProduct(id)),
    inventory: [1, 2, 3].map((id) => stockOf(id, 9)),
  });
  const add = (id: number) => command('cart.add', { as: 1, body: { product_id: id, amount: 2 } });
  const checkout = command('orders.checkout', { as: 1, body: { payment_method: 1, address_id: 1 } });
  const { work, ends } = decide(state, [add(1), add(2), add(3), checkout]);
  expect(ends.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
  return work.inbox.map((record) => aRecord({ ...record, _id: aRecord()._id }));
}

describe('outcomes of completed commands', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...['","user_id":', '[200,', '\u0001', '\u001d#', aRecord().decided_at, '\ud800', ']']),
  );
  const body = fc.oneof(
    fc.constant(null),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.dictionary(text, fc.array(text)).map((value) => JSON.stringify(value)),
    fc.array(text).map((parts) => JSON.stringify({ id: 1, name: parts.join('') })),
  );
  const answer = fc.record({
    status: fc.integer({ min: 200, max: 299 }),
    // Only well-formed texts, because BSON would replace a lone surrogate. In the body, JSON escapes it.
    location: fc.option(text.filter((value) => value.isWellFormed())),
    version: fc.option(fc.nat()),
    body,
  });
  const language = fc.constantFrom({}, { language: 'ar' as const });
  const decidedAt = fc.oneof(
    fc.constant(aRecord().decided_at),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );

  test('the stored outcome of a completed command is read back unchanged, whatever its status, response and time', () => {
    fc.assert(
      fc.property(answer, language, decidedAt, (outcome, written, decided_at) => {
        const record = aRecord({ outcome: { ...outcome, ...written }, decided_at });
        expect(withKeptFingerprint(readBack(record))).toEqual(withKeptFingerprint(record));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['new', {}],
    ['changed', { status: 'shipped', reject_reason: null, items: [aLine(1, 1), aLine(2, 2)] }],
  ] as const)(
    'the stored outcome of an order update is read back byte for byte if the order is %s',
    (_what, values) => {
      const state = world({
        orders: [anOrder(1, values as never)],
        inventory: [stockOf(1, 9), stockOf(2, 9)],
      });
      const update = command('orders.update', { params: { order: 1 }, body: { notes: 'هدية "gift"\n' } });
      const [record] = decide(state, [update]).work.inbox;
      if (!record) throw new Error('nothing was kept');
      expect(record.outcome).toMatchObject({ status: 200, body: expect.stringContaining('"notes":"هدية') });
      expect(withKeptFingerprint(readBack(record))).toEqual(withKeptFingerprint(record));
    },
  );

  test('outcomes of a checkout and its cart commands need less than half the space in the compact stored form as in the full form', () => {
    const records = placedOrder();
    const size = (documents: object[]) =>
      documents.reduce((sum: number, document) => sum + BSON.calculateObjectSize(document), 0);
    const { expires_at } = stored(aRecord());
    const whole = records.map((record) => ({ ...record, expires_at }));
    expect(size(records.map(stored))).toBeLessThan(size(whole) / 2);
    expect(records.map(readBack).map(withKeptFingerprint)).toEqual(records.map(withKeptFingerprint));
  });

  test('an outcome in the compact stored form expires at the same time as an outcome that is stored in full', () => {
    const refusal: Outcome = { problem: { code: 'out_of_stock' } };
    const [short, whole] = [stored(aRecord()), stored(aRecord({ outcome: refusal }))];
    expect(short.expires_at).toEqual(whole.expires_at);
    expect(short).not.toHaveProperty('outcome');
  });
});

describe('outcomes that are stored in full', () => {
  const problem: Outcome = { problem: { code: 'out_of_stock', extra: { product_id: 1 } } };
  const begun: Outcome = { status: 202, location: null, version: null, body: null, background: true };
  const unescaped: Outcome = { status: 200, location: null, version: null, body: '{"a":"\u0001"}' };
  test.each<[string, Partial<InboxRecord>]>([
    ['a rejected command', { outcome: problem }],
    ['bulk work that has begun', { outcome: begun }],
    ['a cancelled command', { state: 'cancelled', outcome: problem }],
    ['a parked command', { state: 'parked', outcome: { problem: { code: 'internal_error' } } }],
    ['a decision time without milliseconds', { decided_at: '2026-05-01T10:00:00Z' }],
    ['a response body that is not valid JSON', { outcome: unescaped }],
  ])('an outcome is stored in full, not in the compact form, for %s', (_what, values) => {
    const record = aRecord(values);
    expect(shortOutcome(record)).toBeNull();
    expect(stored(record)).toMatchObject(record);
    expect(readBack(record)).toMatchObject(record);
  });
});

describe('packed responses', () => {
  /** The dictionary codes of release 0.5.0. They must stay readable, because databases contain them. */
  const codes = [
    ...Array.from({ length: 27 }, (_, index) => String.fromCharCode(2 + index)),
    ...Array.from({ length: 35 }, (_, index) => String.fromCharCode(29, 35 + index)),
  ];

  test('compressed responses that earlier releases stored are decompressed to their original text', () => {
    const packed =
      '\u001d@2\u000f3\u000c2\u000aIced tea\u000d16.5\u000e33\u000b5\u000c3\u000aDecaf\u000d24\u000e72\u0010105}]';
    expect(unpackAnswer(packed, 'T')).toBe(
      '[200,2,null,{"items":[{"product_id":3,"amount":2,"name":"Iced tea","price":16.5,"line_total":33,"available":true},' +
        '{"product_id":5,"amount":3,"name":"Decaf","price":24,"line_total":72,"available":true}],"items_total":105}]',
    );
    const words = codes.map((code) => unpackAnswer(code, 'T')).join('\n');
    expect(createHash('sha256').update(words).digest('hex')).toBe(
      'dfa3918ac93f4dbec296a829e824b5976026f18a518e690d9f0207510fdeb496',
    );
  });

  test('compressing a stored response replaces each text of the compression dictionary by the code for this text', () => {
    for (const code of codes)
      expect(packAnswer(unpackAnswer(code, aRecord().decided_at), aRecord().decided_at)).toBe(code);
  });
});
