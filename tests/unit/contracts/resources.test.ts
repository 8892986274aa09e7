import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { viewedLists } from '#shared/contracts/endpoints/settings.ts';
import { makerField } from '#shared/engine/commands/engine-models.ts';
import type { Resource } from '#shared/engine/decide/resource.ts';
import { catalog } from '#services/catalog/service.ts';
import { endpoints } from '#services/gateway/http/routes.ts';
import { orders } from '#services/orders/service.ts';
import { services } from '#tools/operate/services.ts';

const units = { currency: 'USD', currencyDecimals: 2, timeZone: 'UTC' };

/** A client that never connects. */
function database() {
  const connection = mongoose.createConnection();
  connection.set('autoIndex', false);
  connection.set('autoCreate', false);
  return connection;
}
type Models = Readonly<Record<string, { schema: mongoose.Schema } | undefined>>;
const resources = Object.values(services).flatMap((service) => {
  const models = service.models(database()) as Models;
  return Object.entries<Resource<never>>(service.resources).map(([table, resource]) => ({
    table,
    resource,
    schema: models[table]?.schema,
    service: service.name,
  }));
});
const created = resources.filter(({ table, service }) =>
  endpoints.some((endpoint) => endpoint.id === `${table}.create` && endpoint.service === service),
);

describe.each(created)('the resource $table', ({ table, resource, schema }) => {
  test(`the resource ${table} declares an id sequence, a change ledger, a check for damaged records, and that a command creates at most one record`, () => {
    const { isMadeOnce, hasSequence } = resource;
    expect({ isMadeOnce, hasSequence }).toEqual({ isMadeOnce: true, hasSequence: true });
    expect([typeof resource.tracked, typeof resource.fault]).toEqual(['object', 'function']);
    expect(schema?.path(makerField)).toEqual(expect.anything());
  });
});

// Leaves out the orders service, whose audit has its own checks for each kind of record.
const audited = created.filter(({ service }) => service !== 'orders');
test.each(audited)(
  'the resource $table declares a function with which the audit checks its records',
  ({ resource }) => {
    expect(typeof resource.findings).toBe('function');
  },
);

const loadsByField = [catalog, orders].flatMap(({ name, loads = {} }) =>
  Object.entries<{ table: string; field?: string }>(loads).flatMap(([load, { table, field }]) =>
    field === undefined ? [] : [{ load, table, field, service: name }],
  ),
);
test.each(loadsByField)(
  'the $service service has an index on $field in $table for the look-up $load, which is unique if the look-up searches for duplicates',
  ({ load, table, field, service }) => {
    const { schema } = resources.find((one) => one.table === table && one.service === service) ?? {};
    const indexes = schema?.indexes().filter(([keys]) => Object.keys(keys)[0] === field) ?? [];
    expect(indexes).not.toEqual([]);
    if (load.startsWith('same'))
      expect(indexes).toContainEqual([{ [field]: 1 }, expect.objectContaining({ unique: true })]);
  },
);

test('the catalog stores search texts for exactly those kinds of records whose schema has a search text', () => {
  const { documents = {} } = catalog.storage?.({ units } as never) ?? {};
  const searched = resources.filter(({ service, schema }) => service === 'catalog' && schema?.path('search'));
  expect(Object.keys(documents).sort()).toEqual(searched.map(({ table }) => table).sort());
});

test('staff can save filters (views) for every admin list of records, except the lists of the webhooks service', () => {
  const lists = endpoints.flatMap(({ kind, id, service, declared: { path } }) => {
    const [, name] = /^([a-z-]+)\.list$/.exec(id) ?? [];
    const isOfAdmin = kind === 'read' && path.startsWith('/api/admin/') && service !== 'webhooks';
    return name !== undefined && isOfAdmin ? [name] : [];
  });
  expect([...viewedLists].sort()).toEqual([...lists, 'operations'].sort());
});
