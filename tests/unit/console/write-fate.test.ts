import { expect, test } from '@jest/globals';

import { StoreError } from '#clients/typescript/src/main.ts';
import { isDecided, isNotTaken, storedWriteKeys } from '#console/data/write-fate.ts';

test.each([
  ['unavailable', 503, 'possibly not accepted'],
  ['outcome_unknown', 503, 'possibly not accepted'],
  ['connection_failed', 0, 'possibly not accepted'],
  ['unexpected_answer', 502, 'possibly not accepted'],
  ['unauthenticated', 401, 'still undecided'],
  ['too_many_requests', 429, 'still undecided'],
  ['internal_error', 500, 'still undecided'],
  ['operation_parked', 0, 'still undecided'],
  ['timed_out', 0, 'still undecided'],
  ['precondition_failed', 412, 'finally refused'],
  ['out_of_stock', 422, 'finally refused'],
  ['not_found', 404, 'finally refused'],
  ['operation_cancelled', 0, 'finally refused'],
] as const)('the console classifies a change that fails with %s (status %d) as %s', (code, status, fate) => {
  const error = new StoreError(code, 'Refused.', { status });
  const counted = isNotTaken(error)
    ? 'possibly not accepted'
    : isDecided(error)
      ? 'finally refused'
      : 'still undecided';
  expect(counted).toBe(fate);
});

test('a stored idempotency key stays until the outcome of its own write is known, even if another write is sent meanwhile', () => {
  const keys = storedWriteKeys('order 1');
  const added = keys.of('add', 5);
  const confirmed = keys.of('confirm');
  keys.forget('confirm');
  expect(storedWriteKeys('order 1').of('add', 5)).toBe(added);
  expect(keys.of('confirm')).not.toBe(confirmed);
  keys.forget('add', 5);
  expect(keys.of('add', 5)).not.toBe(added);
});

test('all stored idempotency keys of a form are forgotten when its draft is emptied, but not the keys of other forms', () => {
  const [emptied, other] = [storedWriteKeys('note 1'), storedWriteKeys('note 2')];
  const first = emptied.of('Called');
  const second = emptied.of('Called twice');
  const kept = other.of('Called');
  emptied.forget();
  expect([first, second]).not.toContain(emptied.of('Called'));
  expect([first, second]).not.toContain(emptied.of('Called twice'));
  expect(other.of('Called')).toBe(kept);
});
