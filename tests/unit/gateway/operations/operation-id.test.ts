import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operationId, readOperationId } from '#services/gateway/operations/operation-id.ts';
import type { OperationRef } from '#services/gateway/operations/operation-id.ts';

const secret = 'a secret of these tests';
const reference: OperationRef = {
  ...{ commandId: 'c'.repeat(32), service: 'orders', type: 'orders.checkout' },
  ...{ owner: 'client:7', at: '2026-11-22T10:00:00.000Z' },
};
const id = operationId(reference, secret);
const [payload = '', signature = ''] = id.split('.');

test('the id of an operation tells what it was made of', () => {
  expect(readOperationId(id, secret)).toEqual(reference);
});

describe('an id that was not given out is none', () => {
  test.each([
    ['with a signature that is longer in bytes', `abc.é${'a'.repeat(21)}`],
    ['with a signature of another script', `${payload}.${'م'.repeat(22)}`],
    ['with a signature of half a character', `${payload}.\ud800${'a'.repeat(21)}`],
    ['with a signature of NULs', `${payload}.${'\0'.repeat(22)}`],
    ['with the signature of another', `${payload}A.${signature}`],
    ['in three parts', `${id}.`],
    ['of a point', '.'],
    ['of nothing', ''],
  ])('%s', (_name, text) => {
    expect(readOperationId(text, secret)).toBeNull();
  });

  test('whatever text it is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', minLength: 22, maxLength: 22 }),
    );
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(readOperationId(`${first}.${second}`, secret)).toBeNull();
        expect(readOperationId(`${payload}.${second}`, secret)).toBeNull();
      }),
    );
  });
});
