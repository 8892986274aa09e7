import { describe, expect, test } from '@jest/globals';
import { arabicAttributes } from '#services/gateway/problems/messages.ar.ts';
import {
  detailsOf,
  isDetail,
  newDetails,
  orderColumn,
  orderFieldNames,
  orderFields,
} from '#shared/contracts/endpoints/order-fields.ts';
import { moneySchema } from '#shared/contracts/schema-kit/resource-schema.ts';

describe('the table of an order’s fields', () => {
  // Details are shown as they are stored; money is stored in minor units.
  test('has no money among the details', () => {
    const details = orderFieldNames.filter(isDetail).map((name) => orderFields[name]);
    expect(details.map(({ shows }) => JSON.stringify(shows)).join()).not.toContain(
      moneySchema['description'],
    );
  });

  test('has no field without an Arabic name for messages', () => {
    expect(Object.keys(arabicAttributes)).toEqual(expect.arrayContaining(orderFieldNames));
  });

  test('lets a shopper set no more than payment method, address and details', () => {
    const set = Object.keys(orderColumn('checkout')) as (keyof typeof orderFields)[];
    expect(set.filter((name) => !isDetail(name)).sort()).toEqual(['address_id', 'payment_method']);
    expect(set).not.toContain('reject_reason');
  });
});

describe('the details of an order', () => {
  test('are null where nothing sets them', () => {
    const names = orderFieldNames.filter(isDetail);
    expect(detailsOf({})).toEqual(Object.fromEntries(names.map((name) => [name, null])));
  });

  test('of a new order are those that its request can set', () => {
    const sent = { notes: 'Ring', reject_reason: 'Late' };
    expect(newDetails('create', sent)).toMatchObject(sent);
    expect(newDetails('checkout', sent)).toMatchObject({ notes: 'Ring', reject_reason: null });
  });
});
