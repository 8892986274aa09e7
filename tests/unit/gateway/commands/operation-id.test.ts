import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operationId, readOperationId } from '#services/gateway/commands/operation-id.ts';

const former = 'the one secret of release 0.2.0';
const until = Date.parse('2026-11-29T12:00:00.000Z');
const keys = { signs: 'a key of its own', accepted: [{ key: former, until }] };
const reference = {
  commandId: '5f'.repeat(16),
  service: 'orders' as const,
  type: 'orders.checkout',
  owner: 'client:7',
  at: '2026-11-22T12:00:00.000Z',
};

test('the gateway reads an operation id with the key that signed the id, and rejects the id with another key', () => {
  const id = operationId(reference, keys);
  expect(readOperationId(id, keys, until)).toEqual(reference);
  expect(readOperationId(id, { signs: former, accepted: [] }, until)).toBeNull();
});

test('an operation id states whether RabbitMQ confirmed the command', () => {
  const unconfirmed = { ...reference, isUnconfirmed: true as const };
  expect(readOperationId(operationId(unconfirmed, keys), keys, until)).toEqual(unconfirmed);
});

test('an operation id signed with the former key is valid until the configured end time, or without limit if no end time is set', () => {
  const id = operationId(reference, { signs: former });
  expect(readOperationId(id, keys, until - 1)).toEqual(reference);
  expect(readOperationId(id, keys, until)).toBeNull();
  expect(readOperationId(id, { ...keys, accepted: [{ key: former, until: null }] }, until)).toEqual(
    reference,
  );
});

test('operation ids have the format of release 0.2.0, so that ids that clients have stored stay valid', () => {
  const given =
    'WyI1ZjVmNWY1ZjVmNWY1ZjVmNWY1ZjVmNWY1ZjVmNWY1ZiIsIm9yZGVycyIsIm9yZGVycy5jaGVja291dCIsImNsaWVudDo3IiwxNzk1MzQ4ODAwMDAwXQ';
  const signed = createHmac('sha256', former).update(`operation:${given}`).digest('base64url').slice(0, 22);
  expect(operationId(reference, { signs: former })).toBe(`${given}.${signed}`);
});

const id = operationId(reference, keys);
const [payload = '', signature = ''] = id.split('.');

describe('ids that the store did not issue', () => {
  test.each([
    ['with a signature of more bytes than characters', `abc.é${'a'.repeat(21)}`],
    ['with a signature in Arabic letters', `${payload}.${'م'.repeat(22)}`],
    ['with half a character in its signature', `${payload}.\ud800${'a'.repeat(21)}`],
    ['with a signature of NUL characters', `${payload}.${'\0'.repeat(22)}`],
    ['with the signature from another id', `${payload}A.${signature}`],
    ['with three parts', `${id}.`],
    ['that is a single dot', '.'],
    ['that is empty', ''],
  ])('an operation id %s is rejected', (_name, text) => {
    expect(readOperationId(text, keys, until)).toBeNull();
  });

  test('any random text is rejected as an operation id', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', minLength: 22, maxLength: 22 }),
    );
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(readOperationId(`${first}.${second}`, keys, until)).toBeNull();
        expect(readOperationId(`${payload}.${second}`, keys, until)).toBeNull();
      }),
    );
  });
});
