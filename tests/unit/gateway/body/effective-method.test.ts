import { describe, expect, test } from '@jest/globals';
import { effectiveMethod, withoutMethodField } from '#services/gateway/body/effective-method.ts';

describe('the effective method', () => {
  test.each([
    ['a PATCH is treated as a PUT', 'PATCH', {}, {}, undefined, 'PUT'],
    ['a POST uses _method from its body', 'POST', { _method: 'put' }, {}, undefined, 'PUT'],
    ['a POST uses _method from its query', 'POST', {}, { _method: 'DELETE' }, undefined, 'DELETE'],
    ['a POST prefers its override header to _method', 'POST', { _method: 'DELETE' }, {}, 'PATCH', 'PUT'],
    ['a POST uses _method beside an empty override header', 'POST', { _method: 'PUT' }, {}, '', 'PUT'],
    ['a DELETE ignores all overrides', 'DELETE', { _method: 'PUT' }, { _method: 'PUT' }, 'PUT', 'DELETE'],
    ['a GET ignores all overrides', 'GET', {}, { _method: 'DELETE' }, 'DELETE', 'GET'],
    ['a POST never becomes a GET', 'POST', { _method: 'GET' }, {}, undefined, 'POST'],
    [
      'an unknown _method is kept, so that routing rejects it',
      'POST',
      { _method: 'purge' },
      {},
      undefined,
      'PURGE',
    ],
    ['a _method that is not text is ignored', 'POST', { _method: { a: 'PUT' } }, {}, undefined, 'POST'],
    [
      'a _method named constructor is an unknown method',
      'POST',
      { _method: 'constructor' },
      {},
      undefined,
      'CONSTRUCTOR',
    ],
  ])(
    'the gateway determines the effective method of a request: %s',
    (_name, method, body, query, header, expected) => {
      expect(effectiveMethod(method, body, query, header)).toBe(expected);
    },
  );

  test('the field _method is removed from a request body', () => {
    expect({ ...withoutMethodField({ _method: 'PUT', price: 1 }) }).toEqual({ price: 1 });
  });
});
