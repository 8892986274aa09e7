import { describe, expect, test } from '@jest/globals';
import { effectiveMethod, withoutMethodField } from '#services/gateway/body/effective-method.ts';

describe('the effective method is', () => {
  test.each([
    ['PUT for PATCH', 'PATCH', {}, {}, undefined, 'PUT'],
    ['that of the body', 'POST', { _method: 'put' }, {}, undefined, 'PUT'],
    ['that of the query', 'POST', {}, { _method: 'DELETE' }, undefined, 'DELETE'],
    ['that of the header, before all others', 'POST', { _method: 'PUT' }, {}, 'PATCH', 'PUT'],
    ['only from a POST', 'DELETE', { _method: 'PUT' }, { _method: 'PUT' }, 'PUT', 'DELETE'],
    ['GET never turns a read into a write', 'GET', {}, { _method: 'DELETE' }, 'DELETE', 'GET'],
    ['no write turns into a read', 'POST', { _method: 'GET' }, {}, undefined, 'POST'],
    ['one there is not, for routing to refuse', 'POST', { _method: 'purge' }, {}, undefined, 'PURGE'],
    ['nothing in place of text', 'POST', { _method: { a: 'PUT' } }, {}, undefined, 'POST'],
    ['an inherited name is no method', 'POST', { _method: 'constructor' }, {}, undefined, 'CONSTRUCTOR'],
  ])('%s', (_name, method, body, query, header, expected) => {
    expect(effectiveMethod(method, body, query, header)).toBe(expected);
  });

  test('leaves the body without its field', () => {
    expect({ ...withoutMethodField({ _method: 'PUT', price: 1 }) }).toEqual({ price: 1 });
  });
});
