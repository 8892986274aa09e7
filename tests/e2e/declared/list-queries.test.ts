import { beforeAll, describe, expect, test } from '@jest/globals';

import { kindOf } from '#shared/contracts/schema-kit/fields.ts';
import { brokenValues, fieldsOf, schemaOf } from '../../support/broken-values.ts';
import type { Caller } from '../../support/caller.ts';
import { lists, named } from '../../support/endpoints.ts';
import { validRequest } from '../support/valid-request.ts';
import { forEachCase, shortJson } from '../../support/for-each-case.ts';
import { expectRefusal } from '../../support/refusals.ts';

describe.each(named(lists))('%s', (_name, { declared }) => {
  const filters = fieldsOf({
    properties: { filters: (declared.list && schemaOf(declared.list.query).properties?.['filters']) ?? {} },
  })
    .filter(({ path }) => path.length === 2)
    .map((field) => ({ name: String(field.path[1]), field }));
  const ends = Object.entries(declared.list?.filters ?? {}).flatMap(([name, filter]) => {
    const { ends: end } = kindOf(filter);
    if (!end) return [];
    return ['from', 'to'].map((at) => {
      const field = { path: ['filters', name, at], schema: schemaOf(end), isRequired: false };
      return { name: `${name}][${at}`, field };
    });
  });
  let caller: Caller;
  let path: string;
  beforeAll(async () => {
    const list = lists.find((endpoint) => endpoint.declared === declared);
    if (list) ({ caller, path } = await validRequest(list));
  });

  const ask = <T>(parameters: Record<string, string>) =>
    caller.get<T>(`${path}?${new URLSearchParams(parameters).toString()}`);

  test('a list refuses every value that a filter cannot have', async () => {
    const cases = [...filters, ...ends].flatMap(({ name, field }) =>
      brokenValues(field)
        .filter(({ value }) => typeof value === 'string' && value.trim() !== '')
        .map(({ value, message }) => ({ name, value: String(value), message })),
    );
    const nameOf = ({ name, value }: (typeof cases)[number]) => `filters[${name}]=${value}`;
    await forEachCase(cases, nameOf, async ({ name, value, message }) => {
      const reply = await ask({ [`filters[${name}]`]: value });
      expectRefusal(reply, 'validation_failed', { [`filters.${name.replace('][', '.')}`]: [message] });
    });
  });

  test('a list ignores a filter with an empty value', async () => {
    await forEachCase(
      [...filters, ...ends],
      ({ name }) => name,
      async ({ name }) => {
        expect((await ask({ [`filters[${name}]`]: '', paginate: '1' })).status).toBe(200);
      },
    );
  });

  test('a list refuses unknown filters and names the ones that it has', async () => {
    const { errors } = expectRefusal(
      await ask({ 'filters[secret]': '1', 'filters[$where]': '1' }),
      'validation_failed',
    );
    expect(Object.keys(errors ?? {})).toEqual(['filters.secret', 'filters.$where']);
    for (const { name } of filters) expect(errors?.['filters.secret']?.[0]).toContain(name);
  });

  test('a list finds nothing in a reversed range and refuses unknown range ends', async () => {
    const broad: Readonly<Record<string, [string, string]>> = {
      ...{ created_at: ['2000-01-01', '2100-01-01'], updated_at: ['2000-01-01T10:00', '2100-01-01T09:59Z'] },
      ...{ total: ['0', '999999999999.99'], price: ['0', '9999999.99'], stock: ['0', '1000000000'] },
    };
    const names = new Set(ends.map(({ name }) => name.split(']')[0] ?? ''));
    for (const name of names) {
      const [from = '', to = ''] = broad[name] ?? [];
      const at = `filters[${name}]`;
      const found = async (range: Record<string, string>) =>
        (await ask<unknown[]>({ ...range, paginate: '1' })).page;
      const all = await found({ [`${at}[from]`]: from, [`${at}[to]`]: to });
      // Other tests make and delete records meanwhile; stock that is not counted lies in no range.
      if (all.meta.total === 0) expect((await found({})).data).toEqual([]);
      else expect(all.meta.total / (await found({})).meta.total).toBeGreaterThan(0.9);
      expect((await found({ [`${at}[from]`]: to, [`${at}[to]`]: from })).data).toEqual([]);
      expectRefusal(await ask({ [`${at}[gt]`]: from }), 'validation_failed', [`filters.${name}.gt`]);
    }
  });

  test('a list suggests filters[…] for filter[…] and warns of parameters that it ignores', async () => {
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

  const broken: [Record<string, string>, string][] = [
    [{ sort: 'secret' }, 'sort'],
    [{ sort: '-id,nothing' }, 'sort'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ paginate: 'perhaps' }, 'paginate'],
    [{ paginate: 'true', per_page: '0' }, 'per_page'],
    [{ paginate: '1', per_page: '201' }, 'per_page'],
    [{ paginate: 'cursor', per_page: 'many' }, 'per_page'],
    [{ paginate: 'cursor', cursor: 'bm9uc2Vuc2U' }, 'cursor'],
  ];
  test('a list refuses invalid values of sort, search, paginate, per_page and cursor', async () => {
    const nameOf = ([parameters]: (typeof broken)[number]) => shortJson(parameters);
    const isKnown = ([, field]: (typeof broken)[number]) =>
      field !== 'search' || (declared.list?.searchable.length ?? 0) > 0;
    await forEachCase(broken.filter(isKnown), nameOf, async ([parameters, field]) =>
      expectRefusal(await ask(parameters), 'validation_failed', [field]),
    );
  });

  test('a list reports several broken parameters in one answer', async () => {
    const reply = await ask({ paginate: 'true', per_page: '999', 'filters[secret]': '1', sort: 'x' });
    const { message } = expectRefusal(reply, 'validation_failed', ['per_page', 'filters.secret', 'sort']);
    expect(message).toMatch(/ \(and 2 more errors\)$/);
  });

  test('a list without pages ignores per_page', async () => {
    expect((await ask({ per_page: '999', search: 'no such thing' })).status).toBe(200);
  });

  test('a list answers 400 to a query that is not percent-encoded UTF-8', async () => {
    for (const query of ['search=%ZZ', 'search=%C3%28', '%ZZ=1', 'filters[%ff]=1']) {
      expectRefusal(await caller.get(`${path}?${query}`), 'malformed_query');
    }
  });
});
