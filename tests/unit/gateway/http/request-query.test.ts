import type { Request } from 'express';
import { expect, test } from '@jest/globals';
import { readQuery } from '#services/gateway/http/request-query.ts';

const read = (originalUrl: string) => readQuery({ originalUrl } as Request);

test('the query of a request without a query string has no fields and an empty list of parameters', () => {
  expect(read('/api/admin/orders')).toEqual({ fields: {}, parameters: [] });
});

test('a query is parsed into nested, trimmed fields, and also into a list of its parameters in their order and with their spaces', () => {
  expect(read('/api/admin/orders?sort=-id&filters[status]=+paid%20&search=a?b&sort=id')).toEqual({
    fields: { sort: 'id', filters: { status: 'paid' }, search: 'a?b' },
    parameters: [
      ['sort', '-id'],
      ['filters[status]', ' paid '],
      ['search', 'a?b'],
      ['sort', 'id'],
    ],
  });
});

test('blank fields of a query are removed at any depth, while the list of parameters leaves out only empty parameters', () => {
  expect(read('/?search=&page=+&filters[status]=&filters[id]=1&=2')).toEqual({
    fields: { filters: { id: '1' } },
    parameters: [
      ['page', ' '],
      ['filters[id]', '1'],
    ],
  });
});

test('blank entries of a list in a query are removed, and a list that has only blank entries is treated as absent', () => {
  const { fields } = read(
    '/?filters[status][]=&filters[id][]=&filters[id][]=3&filters[user_id][0]=+&sort[]=',
  );
  expect(fields).toEqual({ filters: { id: ['3'] } });
});

test.each(['a=%ZZ', 'a=%ff', 'a[b][c][d][e][f][g]=1'])('the malformed query %s is rejected', (query) => {
  expect(() => read(`/?${query}`)).toThrow(expect.objectContaining({ code: 'malformed_query' }));
});

test('if one field of a list in a query has fewer values than the list’s other fields, the error shows how to write it with an index', () => {
  const error = { field: 'items.*.amount', rule: 'indexed_entries', params: { example: 'items[0][amount]' } };
  expect(() => read('/?items[*.id]=1&items[*.id]=2&items[*.amount]=3')).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ code: 'validation_failed', fields: [error] }),
    }),
  );
});
