import { expect, test } from '@jest/globals';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { shownProducts, type BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { operationResource } from '#services/gateway/commands/operation-resource.ts';

const at = '2026-05-01T09:00:00.000Z';
const reference = { type: 'subscriptions.bulk-update', at, records: 500 };
const began: InboxRecord = {
  _id: 'c-1',
  type: reference.type,
  owner: 'admin:1',
  fingerprint: 'f',
  state: 'done',
  outcome: { status: 202, location: null, version: null, body: null, background: true },
  accepted_at: at,
  decided_at: at,
};
const bulk: BulkOperation = {
  _id: 'c-1',
  version: 3,
  type: reference.type,
  owner: 'admin:1',
  language: 'en',
  asked: {},
  caller: { area: 'admin', subject: '1', userId: null },
  dry_run: false,
  status: 'failed',
  chunks: 2,
  next_chunk: 1,
  total: 9,
  counts: { changed: 4, unchanged: 0, not_found: 0, refused: 5 },
  errors: [],
  errors_total: 5,
  problem: { code: 'work_lost' },
  created_at: at,
  started_at: at,
  finished_at: at,
  updated_at: at,
  request_id: 'r',
  traceparent: null,
};

test('if the stored record of a bulk operation is lost, the operation has the status failed and the error work_lost', () => {
  const known = { record: began, bulk: null };
  expect(operationResource('o', reference, known, 'en')).toMatchObject({
    status: 'failed',
    result: null,
    error: { code: 'work_lost', message: expect.stringContaining('was lost') as unknown },
  });
  const { error } = operationResource('o', reference, known, 'ar');
  expect(error).toMatchObject({ message: expect.stringContaining('فُقد') as unknown });
});

test('a bulk operation whose stored record is lost has the status failed even if its outcome lacks the field `background`', () => {
  const record: InboxRecord = {
    ...began,
    outcome: { status: 202, location: null, version: null, body: null },
  };
  expect(operationResource('o', reference, { record, bulk: null }, 'en').status).toBe('failed');
});

test('a bulk operation whose remaining work is lost reports the error work_lost together with its progress and result so far', () => {
  expect(operationResource('o', reference, { record: began, bulk }, 'en')).toMatchObject({
    status: 'failed',
    progress: { total: 9, done: 4, failed: 5 },
    result: { changed: 4, refused: 5 },
    error: { code: 'work_lost' },
  });
});

test.each([
  ['failed', 'done', { total: 500, done: 0, failed: 500 }],
  ['cancelled', 'cancelled', { total: 500, done: 0, failed: 0 }],
  ['parked', 'parked', { total: 500, done: 0, failed: 0 }],
] as const)(
  'the progress of bulk work with the status %s that no worker has started keeps the number of records, and only failed work counts them as failed',
  (status, state, progress) => {
    const record: InboxRecord = { ...began, state, outcome: { problem: { code: 'conflict' } } };
    const shown = operationResource('o', reference, { record, bulk: null }, 'en');
    expect(shown).toMatchObject({ status, progress });
  },
);

test('a bulk operation shows the stock changes of only the first products, although it stores more', () => {
  const products = Array.from({ length: shownProducts + 1 }, (_, id) => ({ product_id: id, stock: 1 }));
  const sums = { total: 1, stock: products.length, products };
  const known = { record: began, bulk: { ...bulk, sums } };
  const shown = operationResource('o', reference, known, 'en').sums;
  expect(shown).toEqual({ ...sums, products: products.slice(0, shownProducts) });
});
