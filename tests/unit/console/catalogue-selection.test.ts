import { expect, test } from '@jest/globals';
import { selectionOf } from '#console/catalogue/catalogue-selection.ts';

test.each(['1', 'on', 'YES', 'True'])(
  'selecting all records of a catalogue list with the filter is_active=%s selects the active records, as the API’s list shows them',
  (word) => {
    expect(selectionOf({ 'filters[is_active]': word })).toEqual({ filters: { is_active: true } });
  },
);

test('selecting all records of a catalogue list sends the list’s search and filters in the format of the bulk API', () => {
  expect(selectionOf({ sort: '-price', cursor: 'c' })).toEqual({ all: true });
  expect(selectionOf({ search: 'tea' })).toEqual({ search: 'tea' });
  const codes = { sku: 'TEA-1', external_id: 'erp-7' };
  expect(selectionOf({ 'filters[sku]': 'TEA-1', 'filters[external_id]': 'erp-7' })).toEqual({
    filters: codes,
  });
  const asked = {
    'filters[is_active]': 'false',
    'filters[price]': '4.5',
    'filters[created_at]': '2026-05-01',
  };
  expect(selectionOf({ ...asked, 'filters[name]': 'sage', search: 'tea' })).toEqual({
    search: 'tea',
    filters: {
      is_active: false,
      name: 'sage',
      price: { from: 4.5, to: 4.5 },
      created_at: { from: '2026-05-01', to: '2026-05-01' },
    },
  });
});
