import { beforeAll, describe, expect, test } from '@jest/globals';

import { brokenValues, fieldsOf, schemaOf } from '../support/broken-values.ts';
import type { Caller } from '../support/callers.ts';
import { lists, named, validRequest } from '../support/endpoints.ts';
import { forEachCase, shortJson } from '../support/for-each-case.ts';
import { expectRefusal } from '../support/refusals.ts';

describe.each(named(lists))('%s', (_name, { declared }) => {
  const filters = fieldsOf({
    properties: { filters: (declared.list && schemaOf(declared.list.query).properties?.['filters']) ?? {} },
  })
    .filter(({ path }) => path.length === 2)
    .map((field) => ({ name: String(field.path[1]), field }));
  let caller: Caller;
  beforeAll(async () => {
    const list = lists.find((endpoint) => endpoint.declared === declared);
    if (list) ({ caller } = await validRequest(list));
  });

  const ask = (parameters: Record<string, string>) =>
    caller.get(`${declared.path}?${new URLSearchParams(parameters).toString()}`);

  test('refuses every value that a filter cannot have', async () => {
    const cases = filters.flatMap(({ name, field }) =>
      brokenValues(field)
        .filter(({ value }) => typeof value === 'string' && value.trim() !== '')
        .map(({ value, message }) => ({ name, value: String(value), message })),
    );
    const nameOf = ({ name, value }: (typeof cases)[number]) => `filters[${name}]=${value}`;
    await forEachCase(cases, nameOf, async ({ name, value, message }) => {
      const reply = await ask({ [`filters[${name}]`]: value });
      expectRefusal(reply, 'validation_failed', { [`filters.${name}`]: [message] });
    });
  });

  test('takes an empty filter for none', async () => {
    await forEachCase(
      filters,
      ({ name }) => name,
      async ({ name }) => {
        expect((await ask({ [`filters[${name}]`]: '', paginate: '1' })).status).toBe(200);
      },
    );
  });

  test('refuses a filter that it does not have, and names those that it has', async () => {
    const { errors } = expectRefusal(
      await ask({ 'filters[secret]': '1', 'filters[$where]': '1' }),
      'validation_failed',
    );
    expect(Object.keys(errors ?? {})).toEqual(['filters.secret', 'filters.$where']);
    for (const { name } of filters) expect(errors?.['filters.secret']?.[0]).toContain(name);
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
  test('refuses every value that another parameter cannot have', async () => {
    const nameOf = ([parameters]: (typeof broken)[number]) => shortJson(parameters);
    await forEachCase(broken, nameOf, async ([parameters, field]) =>
      expectRefusal(await ask(parameters), 'validation_failed', [field]),
    );
  });

  test('reports two broken parameters at once', async () => {
    const reply = await ask({ paginate: 'true', per_page: '999', 'filters[secret]': '1', sort: 'x' });
    const { message } = expectRefusal(reply, 'validation_failed', ['per_page', 'filters.secret', 'sort']);
    expect(message).toMatch(/ \(and 2 more errors\)$/);
  });

  test('leaves per_page alone without pages', async () => {
    expect((await ask({ per_page: '999', search: 'no such thing' })).status).toBe(200);
  });

  test('says 400 for a query that is not percent-encoded UTF-8', async () => {
    for (const query of ['search=%ZZ', 'search=%C3%28', '%ZZ=1', 'filters[%ff]=1']) {
      expectRefusal(await caller.get(`${declared.path}?${query}`), 'malformed_query');
    }
  });
});
