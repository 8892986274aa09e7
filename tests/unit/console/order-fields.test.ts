import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  arranged,
  detailFields,
  editedFields,
  figureFields,
  lineFields,
  orderField,
  orderFieldNames,
  paragraphFields,
  totalFields,
} from '#console/data/order-fields.ts';
import { orderFieldsFile, orderFieldsText } from '#tools/clients/console-order-fields.ts';

const fieldsWith = (column: 'place' | 'edit', value: string) =>
  orderFieldNames.filter((name) => orderField(name)[column] === value);

test('the console’s generated list of order fields is up to date; npm run store -- client:typescript regenerates it', () => {
  expect(readFileSync(orderFieldsFile, 'utf8')).toBe(orderFieldsText());
});

test('every order field has a place on the order’s page: among the details, among the totals, or elsewhere on the page', () => {
  const own = fieldsWith('place', 'own');
  expect([...detailFields, ...totalFields, ...own].sort()).toEqual([...orderFieldNames].sort());
  expect(own).toEqual(['order_number', 'user_id', 'address_id', 'status', 'figures', 'payment_status']);
});

test('the form of an order’s details has an input for each field that staff edit', () => {
  const own = fieldsWith('edit', 'own');
  expect([...paragraphFields, ...lineFields, ...figureFields, ...own].sort()).toEqual(
    [...editedFields].sort(),
  );
});

test('fields of an order without a fixed position come after the fields fixed at the start and before the fields fixed at the end', () => {
  expect(arranged(['a', 'b', 'c', 'd'], { first: ['c'], last: ['a'] })).toEqual(['c', 'b', 'd', 'a']);
  expect(detailFields.slice(0, 2)).toEqual(['notes', 'reject_reason']);
  expect(totalFields.at(-1)).toBe('due');
});
