import { expect, test } from '@jest/globals';
import { isBackground, ownerOf, toOutcome, type Outcome } from '#shared/engine/decide/outcome.ts';

const plain = { location: null, version: null, body: null };

test.each<[string, Outcome, boolean]>([
  ['of bulk work in progress counts as background work', toOutcome({ status: 202, background: true }), true],
  [
    'of bulk work that ended while the request waited counts as background work',
    toOutcome({ status: 200, background: true }),
    true,
  ],
  ['of bulk work that an earlier release stored counts as background work', { status: 202, ...plain }, true],
  [
    'of a completed command does not count as background work',
    toOutcome({ status: 200, data: { id: 1 } }),
    false,
  ],
  ['of a rejected command does not count as background work', { problem: { code: 'conflict' } }, false],
])('the stored outcome %s', (_what, outcome, expected) => {
  expect(isBackground(outcome)).toBe(expected);
});

test('the outcome of a command without background work is stored without the field `background`', () => {
  expect(toOutcome({ status: 204 })).toEqual({ status: 204, ...plain });
});

const external = { key: 'https://id.example|layla' };

test.each([
  ['client:7', { area: 'client', subject: 'seven', userId: 7 }],
  ['client:https://id.example|layla', { area: 'client', subject: 'layla', userId: null, external }],
  ['client:https://id.example|layla', { area: 'client', subject: 'layla', userId: 7, external }],
  ['client:new', { area: 'client', subject: 'new', userId: null }],
  ['admin:boss', { area: 'admin', subject: 'boss', userId: null }],
  ['admin:boss', { area: 'admin', subject: 'boss', userId: 7 }],
])('the owner of an outcome is %s for the caller %j', (owner, caller) => {
  expect(ownerOf({ caller: caller as never })).toBe(owner);
});
