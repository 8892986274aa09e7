import { describe, expect, test } from '@jest/globals';
import {
  detailsOf,
  isDetail,
  newDetails,
  orderColumn,
  orderFieldNames,
  orderFields,
} from '#shared/contracts/endpoints/order-fields.ts';
import type { Field } from '#shared/contracts/kit/fields.ts';
import { money } from '#shared/contracts/kit/resource-schema.ts';

describe('fields of an order', () => {
  // Responses show details as stored. An amount is stored in minor units, so a detail must not be an amount.
  test('no order field that responses show exactly as stored (a detail field) is an amount of money', () => {
    const details = orderFieldNames.filter(isDetail).map((name) => orderFields[name]);
    expect(details.map(({ shows }) => JSON.stringify(shows)).join()).not.toContain(money['description']);
  });

  test('every order field that accepts free text counts as personal data, except the order number', () => {
    const context = { currencyDecimals: 2, timeZone: 'UTC', note: () => undefined };
    const takesSentence = (field: Field<unknown> | false) =>
      field !== false && field.validate('Layla is at home after six', { context }).error === undefined;
    const free = orderFieldNames.filter((name) => takesSentence(orderFields[name].update));
    expect(free.filter((name) => !orderFields[name].personal)).toEqual(['order_number']);
    expect(free).toContain('notes');
  });

  test('every order field has an export heading and a console label in Arabic script', () => {
    const arabic = orderFieldNames.flatMap((name) => [
      orderFields[name].export.ar,
      orderFields[name].console.ar,
    ]);
    expect(arabic.filter((label) => !/\p{Script=Arabic}/u.test(label))).toEqual([]);
  });

  test('a checkout can set the order’s payment method, address and details such as notes, but not the reject reason', () => {
    const set = Object.keys(orderColumn('checkout')) as (keyof typeof orderFields)[];
    expect(set.filter((name) => !isDetail(name)).sort()).toEqual(['address_id', 'payment_method']);
    expect(set).not.toContain('reject_reason');
  });
});

describe('details of an order', () => {
  test('the detail fields of an order, such as notes, are null unless a request sets them', () => {
    const names = orderFieldNames.filter(isDetail);
    expect(detailsOf({})).toEqual(Object.fromEntries(names.map((name) => [name, null])));
  });

  test('a new order stores only detail fields that its creating command may set, so a checkout cannot store a reject reason', () => {
    const sent = { notes: 'Ring', reject_reason: 'Late' };
    expect(newDetails('create', sent)).toMatchObject(sent);
    expect(newDetails('checkout', sent)).toMatchObject({ notes: 'Ring', reject_reason: null });
  });
});
