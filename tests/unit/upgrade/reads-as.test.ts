import { expect, test } from '@jest/globals';
import { readsAs } from '#instruments/upgrade/upgrade-checks.ts';

const before = { id: 1, user: { id: 2, name: 'Sami' }, items: [{ amount: 1 }], notes: null };

test.each<[string, object]>([
  ['the same fields', before],
  ['additional fields', { ...before, colour: 'red', user: { ...before.user, phone: null } }],
])('the upgrade test considers a record unchanged after the upgrade if it has %s', (_what, after) =>
  expect(readsAs(after, before)).toBe(true),
);

test.each<[string, object]>([
  ['another value', { ...before, id: 2 }],
  ['another nested value', { ...before, user: { id: 2, name: 'Sam' } }],
  ['one field fewer', { id: 1, user: before.user, items: before.items }],
  ['one item more', { ...before, items: [{ amount: 1 }, { amount: 1 }] }],
  ['text in place of a number', { ...before, id: '1' }],
])('the upgrade test considers a record changed by the upgrade if it has %s', (_what, after) =>
  expect(readsAs(after, before)).toBe(false),
);
