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

test('the console’s copy of the fields of orders is up to date: otherwise run npm run store -- client:typescript', () => {
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

test('the console shows an order’s fields without a fixed place between the first fields and the last fields', () => {
  expect(arranged(['a', 'b', 'c', 'd'], { first: ['c'], last: ['a'] })).toEqual(['c', 'b', 'd', 'a']);
  expect(detailFields.slice(0, 2)).toEqual(['notes', 'reject_reason']);
  expect(totalFields.at(-1)).toBe('due');
});
