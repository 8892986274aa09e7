import { describe, expect, test } from '@jest/globals';
import { effectiveMethod, withoutMethodField } from '#services/gateway/body/effective-method.ts';

describe('the effective method', () => {
  test.each([
    ['a PATCH stays a PATCH', 'PATCH', {}, {}, undefined, 'PATCH'],
    [
      'a POST gets its method from the field _method of its body',
      'POST',
      { _method: 'put' },
      {},
      undefined,
      'PUT',
    ],
    [
      'a POST gets its method from the parameter _method of its query',
      'POST',
      {},
      { _method: 'DELETE' },
      undefined,
      'DELETE',
    ],
    [
      'a POST prefers the header X-HTTP-Method-Override to the field _method',
      'POST',
      { _method: 'DELETE' },
      {},
      'PATCH',
      'PATCH',
    ],
    [
      'a POST with an empty header X-HTTP-Method-Override uses the field _method',
      'POST',
      { _method: 'PUT' },
      {},
      '',
      'PUT',
    ],
    [
      'a DELETE ignores the header and the field that override a POST',
      'DELETE',
      { _method: 'PUT' },
      { _method: 'PUT' },
      'PUT',
      'DELETE',
    ],
    [
      'a GET ignores the header and the field that override a POST',
      'GET',
      {},
      { _method: 'DELETE' },
      'DELETE',
      'GET',
    ],
    ['a POST with the field _method=GET stays a POST', 'POST', { _method: 'GET' }, {}, undefined, 'POST'],
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
    'the gateway determines the HTTP method of a request: %s',
    (_name, method, body, query, header, expected) => {
      expect(effectiveMethod(method, body, query, header)).toBe(expected);
    },
  );

  test('the field _method, which overrides the HTTP method, is removed from the request body', () => {
    expect({ ...withoutMethodField({ _method: 'PUT', price: 1 }) }).toEqual({ price: 1 });
  });
});
