import { describe, expect, test } from '@jest/globals';

import { ordersResources } from '#services/orders/store/resources.ts';
import { changeLines, isMoney, isSum, lineNames } from '#console/parts/timeline-changes.ts';

const plain = { kind: 'changed', reason: null } as const;

describe('timeline entries', () => {
  test('a timeline entry shows each sum in the ledger of orders, such as expected payments, as money, and as 0 if it had no value', () => {
    const { money } = ordersResources.orders.tracked;
    const sums = [...money].filter((name) => !name.startsWith('items.'));
    expect(sums).toContain('authorised');
    expect(sums.filter((name) => !isMoney(name) || !isSum(name))).toEqual([]);
  });

  test('a timeline entry lists each changed field with its old and new value, and leaves out an unknown old or new value', () => {
    const changes = { total: { from: 2, to: 3 }, notes: { to: 'Ring' }, 'en.name': { from: 'Tea' } };
    expect(changeLines({ ...plain, changes }, 'en')).toEqual([
      { field: 'total', from: 2, to: 3 },
      { field: 'notes', to: 'Ring' },
      { field: 'en.name', from: 'Tea' },
    ]);
  });

  test('a timeline entry leaves out changes that its title or reason already shows', () => {
    const changes = {
      status: { from: 'pending', to: 'rejected' },
      reject_reason: { from: null, to: 'Out of stock' },
    };
    expect(changeLines({ kind: 'status_changed', reason: 'Out of stock', changes }, 'en')).toEqual([]);
    expect(changeLines({ ...plain, changes }, 'en').map(({ field }) => field)).toEqual([
      'status',
      'reject_reason',
    ]);
  });

  test('a timeline entry shows an address as its street, or as its id if no street is given', () => {
    const number = { address_id: { from: 4, to: 5 } };
    const street = { 'address.line1': { from: '1 Rainbow St', to: '7 Mecca St' } };
    const fieldsOf = (changes: object) =>
      changeLines({ ...plain, changes: { ...changes } }, 'en').map(({ field }) => field);
    expect(fieldsOf({ ...number, ...street })).toEqual(['address.line1']);
    expect(fieldsOf(number)).toEqual(['address_id']);
  });

  test('a timeline entry for an order line lists the line’s own fields, and shows a replaced product by name', () => {
    const copied = {
      'items.31.product_id': { from: null, to: 3 },
      'items.31.product.en.name': { from: null, to: 'Coffee' },
      'items.31.product.ar.name': { from: null, to: 'قهوة' },
      'items.31.amount': { from: null, to: 2 },
    };
    expect(changeLines({ kind: 'item_added', reason: null, changes: copied }, 'en')).toEqual([
      { item: 31, field: 'amount', from: null, to: 2 },
    ]);
    const replaced = {
      'items.31.product_id': { from: 3, to: 4 },
      'items.31.product.en.name': { from: 'Coffee', to: 'Tea' },
      'items.31.product.ar.name': { from: 'قهوة', to: 'شاي' },
    };
    expect(changeLines({ kind: 'item_changed', reason: null, changes: replaced }, 'ar')).toEqual([
      { item: 31, field: 'product_id', from: 'قهوة', to: 'شاي' },
    ]);
  });

  test('a timeline entry for a created record shows only new values, and an entry for a deleted record shows only old values', () => {
    const [made, gone] = [{ total: { from: null, to: 3 } }, { total: { from: 3, to: null } }];
    expect(changeLines({ kind: 'created', reason: null, changes: made }, 'en')).toEqual([
      { field: 'total', to: 3 },
    ]);
    expect(changeLines({ kind: 'deleted', reason: null, changes: gone }, 'en')).toEqual([
      { field: 'total', to: 3 },
    ]);
  });

  test('an order’s timeline shows each order line with its latest product name in the page’s language, even if the line was removed', () => {
    const entries = [
      { changes: { 'items.31.product.en.name': { from: 'Coffee', to: 'Tea' } } },
      { changes: { 'items.32.product.en.name': { from: 'Mint', to: null } } },
      {
        changes: {
          'items.31.product.en.name': { from: null, to: 'Coffee' },
          'items.31.product.ar.name': { from: null, to: 'قهوة' },
        },
      },
    ];
    expect([...lineNames(entries, 'en')]).toEqual([
      [31, 'Tea'],
      [32, 'Mint'],
    ]);
    expect([...lineNames(entries, 'ar')]).toEqual([[31, 'قهوة']]);
  });
});
