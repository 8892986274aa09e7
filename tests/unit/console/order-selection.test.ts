import { expect, test } from '@jest/globals';
import { selectionOf } from '#console/orders/order-view.ts';

test('selecting all orders of a list view sends the view’s search and filters in the format of the bulk API', () => {
  expect(selectionOf({ search: '', filters: {} })).toEqual({ all: true });
  expect(selectionOf({ search: 'amman', filters: {} })).toEqual({ search: 'amman' });
  expect(selectionOf({ search: '', filters: { status: 'pending', customer: 'Sami' } })).toEqual({
    filters: { status: 'pending', customer: 'Sami' },
  });
  const day = { from: '2026-03-01', to: '2026-03-01' };
  expect(
    selectionOf({ search: '7', filters: { created_at: '2026-03-01', updated_at: '2026-03-01' } }),
  ).toEqual({ filters: { created_at: day, updated_at: day }, search: '7' });
});

test('selecting all orders of a list view combines the filters for the start and the end of a range into one filter', () => {
  const filters = { 'created_at.from': '2026-03-01', 'total.from': '100', 'total.to': '' };
  expect(selectionOf({ search: '', filters })).toEqual({
    filters: { created_at: { from: '2026-03-01' }, total: { from: '100' } },
  });
});
