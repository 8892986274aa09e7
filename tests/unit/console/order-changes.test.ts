import { describe, expect, test } from '@jest/globals';
import type { Product } from '#clients/typescript/src/main.ts';
import {
  changeableStates,
  changeBody,
  changedLines,
  paidBackBy,
  unchangedDraft,
} from '#console/order/change-draft.ts';
import { changeableStates as changeableInApi } from '#shared/contracts/endpoints/order-states.ts';
import { lineToCompare, orderToCompare } from './order-to-compare.ts';

test('the console offers its form for changing an order in exactly the order states in which the API accepts such changes', () => {
  expect(changeableStates).toEqual(changeableInApi);
});

test.each([
  ['what the shop owes, if the payments cover it', 40, { due_after: -30, refunded: 0 }, 30],
  ['at most what is still paid, if an amount was refunded earlier', 40, { due_after: -70, refunded: 0 }, 40],
  ['what the change refunds, if staff chose to refund', 40, { due_after: -30, refunded: 40 }, 40],
  ['nothing, if the customer still owes money', 0, { due_after: 30, refunded: 0 }, 0],
] as const)('the option to pay back the difference names %s', (_what, paid, money, amount) => {
  expect(paidBackBy({ before: { paid }, money })).toBe(amount);
});

describe('the form of a change set', () => {
  const order = orderToCompare({ items: [lineToCompare(11), lineToCompare(12)] });
  const { product } = lineToCompare(7);
  const unchanged = unchangedDraft({ notes: 'Ring' });
  const before = { ...order, notes: 'Ring' };
  const added = [{ product: { ...product, price: 4 } as unknown as Product, amount: '٢' }];

  test('the form for changing an order sends only changed items, removed items with the amount 0, and added products', () => {
    const amounts = new Map([
      [11, '2'],
      [12, '0'],
    ]);
    expect(changeBody(before, { ...unchanged, amounts, added })).toEqual({
      lines: [
        { item_id: 12, amount: 0 },
        { product_id: 7, amount: 2 },
      ],
    });
  });

  test('the form for changing an order sends text in a number field unchanged, so that the API reports the error', () => {
    const draft = { ...unchanged, amounts: new Map([[12, 'many']]), discount: '' };
    expect(changeBody(before, draft)).toEqual({
      lines: [{ item_id: 12, amount: 'many' }],
      discount_amount: '',
    });
  });

  test('the changed lines of an order are sorted so that their positions match the line numbers in the API’s errors', () => {
    const amounts = new Map([
      [12, '5'],
      [11, '4'],
    ]);
    const keys = changedLines(order, { ...unchanged, amounts, added }).map(({ key }) => key);
    expect(keys).toEqual(['item 11', 'item 12', 'product 7']);
  });

  test('the form for changing an order sends no request if nothing was changed, even if the option to refund the difference is chosen', () => {
    expect(changeBody(before, { ...unchanged, paysBack: true })).toBeUndefined();
  });

  test('the form for changing an order sends notes if they were changed, and null if they were deleted', () => {
    expect(changeBody(before, { ...unchanged, notes: ' Call first ' })).toEqual({ notes: 'Call first' });
    expect(changeBody(before, { ...unchanged, notes: ' ' })).toEqual({ notes: null });
    expect(changeBody(before, { ...unchanged, notes: 'Ring ' })).toBeUndefined();
  });
});
