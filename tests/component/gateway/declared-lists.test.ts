import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';

import { endpoints } from '#services/gateway/http/routes.ts';
import { exportOf } from '#shared/contracts/kit/exports.ts';
import { brokenValues } from '../../support/broken-values.ts';
import { callerWith } from '../../support/caller.ts';
import { queriesOf } from '../../support/documented-requests.ts';
import { isOfRecord, lists, named } from '../../support/endpoints.ts';
import { filtersOf, rangeEndsOf } from '../../support/list-filters.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { emptyAnswer, exampleRequest } from '../support/example-request.ts';
import { useGateway } from '../support/gateway.ts';

/** The gateway checks each query and id before it asks a service, so these tests need no records. */

const gateway = await useGateway({ reply: () => null, answer: emptyAnswer });

describe.each(named(lists))('%s', (_name, list) => {
  const filters = filtersOf(list);
  const ends = rangeEndsOf(list);
  const ask = (parameters: Record<string, string>) => {
    const { caller, path } = exampleRequest(gateway, list);
    return caller.get<unknown[]>(`${path}?${new URLSearchParams(parameters).toString()}`);
  };
  /** Expects that the gateway treats these parameters as absent. */
  const expectIgnored = async (parameters: Record<string, string>) => {
    expect((await ask(parameters)).status).toBe(200);
    const [given] = gateway.asked.slice(-1);
    expect((await ask({})).status).toBe(200);
    expect(given?.request.query).toEqual(gateway.asked.at(-1)?.request.query);
  };

  test(`the list ${list.id} rejects every invalid value of each of its filters`, async () => {
    const cases = [...filters, ...ends].flatMap(({ name, field }) =>
      brokenValues(field)
        .filter(({ value }) => typeof value === 'string' && value.trim() !== '')
        .map(({ value, message }) => ({ name, value: String(value), message })),
    );
    const nameOf = ({ name, value }: (typeof cases)[number]) => `filters[${name}]=${value}`;
    const askedBefore = gateway.asked.length;
    await forEachCase(cases, nameOf, async ({ name, value, message }) => {
      const reply = await ask({ [`filters[${name}]`]: value });
      expectRefusal(reply, 'validation_failed', { [`filters.${name.replace('][', '.')}`]: [message] });
    });
    expect(gateway.asked).toHaveLength(askedBefore);
  });

  test(`the list ${list.id} ignores filters with an empty value`, () =>
    expectIgnored(Object.fromEntries([...filters, ...ends].map(({ name }) => [`filters[${name}]`, '']))));

  test(`the list ${list.id} rejects a filter misspelt as filter[…] with the suggestion filters[…], and warns of ignored parameters`, async () => {
    const [{ name } = { name: '' }] = filters;
    expectRefusal(await ask({ [`filter[${name}]`]: '1' }), 'validation_failed', {
      [`filter.${name}`]: [
        `The filter.${name.replaceAll('_', ' ')} parameter is not known here: did you mean filters[${name}]?`,
      ],
    });
    const warned = await ask({ sort_by: 'id', include: 'user', paginate: '1', order_by: '' });
    expect([warned.status, warned.header('warning')]).toEqual([
      200,
      '299 - "sort_by is ignored: use sort", 299 - "include is ignored: there is nothing like it here"',
    ]);
    expect((await ask({ paginate: '1' })).header('warning')).toBeNull();
  });

  test(`the list ${list.id} warns of a filter that is not inside filters[…], and of page parameters that have no effect`, async () => {
    const [{ name } = { name: '' }] = filters;
    const reply = await ask({ [name]: '1', page: '2', per_page: '5', cursor: 'x' });
    expect([reply.status, reply.header('warning')?.split(', ')]).toEqual([
      200,
      [
        `299 - "${name} is ignored: use filters[${name}]"`,
        '299 - "page is ignored: use paginate=true"',
        '299 - "per_page is ignored: use paginate=true"',
        '299 - "cursor is ignored: use paginate=cursor"',
      ],
    ]);
    const paged = await ask({ [`filters[${name}]`]: '', page: '2', per_page: '5', paginate: '1' });
    expect(paged.header('warning')).toBeNull();
    expect((await ask({ page: '2', paginate: 'cursor' })).header('warning')).toBe(
      '299 - "page is ignored: use cursor"',
    );
  });

  test(`the list ${list.id} warns of the parameters fields and rows, which have an effect only on files`, async () => {
    const remedy = exportOf(list.declared) ? 'use format' : 'there is nothing like it here';
    const reply = await ask({ fields: 'id', rows: 'items' });
    expect([reply.status, reply.header('warning')]).toEqual([
      200,
      `299 - "fields is ignored: ${remedy}", 299 - "rows is ignored: ${remedy}"`,
    ]);
  });

  test(`the list ${list.id} without pagination ignores the parameter per_page`, () =>
    expectIgnored({ per_page: '999' }));

  test(`the list ${list.id} accepts every generated query that the OpenAPI document allows`, async () => {
    const { caller, path } = exampleRequest(gateway, list);
    const send = async (search: URLSearchParams) => {
      // The rows of an export come from a service, and no service runs in this test.
      search.delete('format');
      const { status } = await caller.get(`${path}?${search.toString()}`);
      expect([status, search.toString()]).toEqual([200, search.toString()]);
    };
    await fc.assert(fc.asyncProperty(queriesOf(list), send), { numRuns: 12, endOnFailure: true });
  });
});

const ofRecords = endpoints.filter(isOfRecord);
const malformedIds = ['0', '-1', '1.5', 'abc', '99999999999999999999', '%24ne', '1%20'];

test.each(named(ofRecords))('the endpoint %s responds with 404 to malformed ids', async (_name, endpoint) => {
  const { caller, method, body } = exampleRequest(gateway, endpoint);
  const before = [gateway.sent.length, gateway.asked.length];
  await forEachCase(malformedIds, String, async (id) => {
    const path = endpoint.declared.path.replaceAll(/:\w+/g, id);
    expectRefusal(await caller.send(method, path, method === 'GET' ? {} : { json: body }), 'not_found');
  });
  expect([gateway.sent.length, gateway.asked.length]).toEqual(before);
});

const admin = () => callerWith(gateway, () => gateway.token());
const warningsOf = async (path: string) => (await admin().get(path)).header('warning')?.split(', ');

test('an order’s timeline ignores parameters for numbered pages, filters, search and formats, and warns of each of them', async () => {
  const path = '/api/admin/orders/7/timeline';
  expect(await warningsOf(`${path}?paginate=true&page=2&filters[kind]=noted&search=x&format=csv`)).toEqual([
    '299 - "paginate is ignored: use cursor"',
    '299 - "page is ignored: use cursor"',
    '299 - "filters is ignored: there is nothing like it here"',
    '299 - "search is ignored: there is nothing like it here"',
    '299 - "format is ignored: there is nothing like it here"',
  ]);
  expect(await warningsOf(`${path}?paginate=cursor&per_page=5`)).toBeUndefined();
});

test('the statistics endpoint warns of parameters that only lists have, and of filters outside filters[…]', async () => {
  const path = '/api/admin/statistics/orders';
  expect(await warningsOf(`${path}?status=pending&search=x&page=2&format=csv&sort_by=total`)).toEqual([
    '299 - "status is ignored: use filters[status]"',
    '299 - "search is ignored: there is nothing like it here"',
    '299 - "page is ignored: there is nothing like it here"',
    '299 - "format is ignored: there is nothing like it here"',
    '299 - "sort_by is ignored: there is nothing like it here"',
  ]);
  expect(await warningsOf(`${path}?by=month&filters[status]=1`)).toBeUndefined();
});
