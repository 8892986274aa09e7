import { describe, expect, test } from '@jest/globals';
import { decideBatch } from '#shared/engine/decide/decide-batch.ts';
import { readableRecords } from '#shared/engine/decide/resource.ts';
import { restoreStep } from '#shared/engine/decide/undo-operation.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { columnHead } from '#shared/contracts/endpoints/export-columns.ts';
import { productFieldNames } from '#shared/contracts/endpoints/product-fields.ts';
import { productEventSchema, productReads, productWrites } from '#shared/contracts/endpoints/products.ts';
import { byName } from '#shared/contracts/kit/json-values.ts';
import { readListQuery, type ListContract } from '#shared/contracts/kit/list-query.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import { fieldMessage } from '#services/gateway/problems/messages.ts';
import { productBulk } from '#services/catalog/products/product.ts';
import { catalog, catalogHandlers, productText } from '#services/catalog/service.ts';
import { faults } from '#services/catalog/records/damaged-records.ts';
import type { Product } from '#services/catalog/records/tables.ts';
import { ledgerCommand } from '../support/ledger.ts';
import { broken, ended } from '../support/outcome.ts';

const now = '2026-05-01T10:00:00.000Z';
const words = { name: 'Coffee', description: 'Whole beans' };
const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const filled = { sku: 'CT-001', external_id: 'ERP/7', image_url: 'https://img.example.com/a.jpg' };
const bare: Product = {
  _id: 1,
  version: 3,
  price: 1250,
  manufacturing_price: 700,
  is_active: true,
  en: words,
  ar: words,
  created_at: now,
  updated_at: now,
};
const other: Product = { ...bare, _id: 2, ...filled };

function stateOf(...products: Product[]) {
  const others = ['counters', 'deletions', 'made', 'subscriptions', 'ledgerRows'].map((table) => [
    table,
    new Map(),
  ]);
  return {
    ...Object.fromEntries(others),
    products: readableRecords(
      'products',
      new Map(products.map((product) => [product._id, product])),
      faults.products,
    ),
  } as never;
}

function decide(
  type: string,
  body: object,
  products: Product[] = [bare],
  params: Command['params'] = {},
  more: Partial<Command> = {},
) {
  const command = ledgerCommand(type, body, { params, ...more });
  const tools = { now, tracked: catalog.tracked };
  const work = decideBatch(
    [{ command, keepsInbox: true }],
    stateOf(...products),
    new Map(),
    catalogHandlers(2) as never,
    tools,
  );
  return { ...work.results.map(ended)[0], work };
}

const create = (body: object, products?: Product[]) =>
  decide('products.create', { price: 100, en: words, ar: words, ...body }, products);
const update = (body: object, ...products: Product[]) =>
  decide('products.update', body, products, { product: 1 });

describe('SKU, external id and picture of a product', () => {
  test('a new product stores the SKU, external id and picture from its request, and its event contains all three', () => {
    const { data, work } = create(filled);
    expect(data).toMatchObject(filled);
    expect(work.writes).toContainEqual(expect.objectContaining({ after: expect.objectContaining(filled) }));
    expect(work.events.map(({ draft }) => draft.data)).toMatchObject([filled]);
  });

  test('a product without SKU, external id and picture shows null for them, and its document lacks the fields', () => {
    const { data, work } = create({ sku: null });
    expect(data).toMatchObject(byName(productFieldNames, () => null));
    const [stored] = work.writes.flatMap(({ table, after }) => (table === 'products' ? [after] : []));
    for (const name of productFieldNames) expect(stored).not.toHaveProperty(name);
  });

  test.each(productFieldNames)('an update with null as a product’s %s removes only this field', (name) => {
    const { data, version, work } = update({ [name]: null }, { ...bare, ...filled });
    expect([data, version]).toMatchObject([{ ...filled, [name]: null }, 4]);
    expect(work.writes[0]?.after).not.toHaveProperty(name);
    expect(work.ledger).toMatchObject([{ changes: [{ field: name, from: filled[name], to: null }] }]);
  });

  test('an update that clears a SKU and a picture changes nothing if the product has neither', () => {
    const { version, work } = update({ sku: null, image_url: null }, bare);
    expect([version, work.writes, work.events]).toEqual([3, [], []]);
  });

  test('product events of earlier releases, which lack SKU, external id and picture, match the event schema', () => {
    expect(productEventSchema['required']).not.toEqual(expect.arrayContaining([...productFieldNames]));
    for (const name of productFieldNames) {
      expect(productEventSchema['required']).not.toContain(name);
      expect(productEventSchema['properties']).toHaveProperty(name);
    }
  });
});

describe('unique fields of products', () => {
  test.each([
    ['sku', { sku: 'CT-001' }],
    ['external_id', { external_id: 'ERP/7' }],
  ])('creating or updating a product is rejected if another product has the same %s', (field, body) => {
    expect(broken(create(body, [bare, other]).fields)).toEqual([`${field}: unique`]);
    expect(broken(update(body, bare, other).fields)).toEqual([`${field}: unique`]);
    expect(update(body, bare).status).toBe(200);
  });

  test('creating a product reports both a taken SKU and a taken external id, and an update may repeat the product’s own values', () => {
    expect(broken(create(filled, [other]).fields)).toEqual(['sku: unique', 'external_id: unique']);
    expect(update({ ...filled, price: 5 }, { ...bare, ...filled }).status).toBe(200);
  });

  test.each(['create', 'update', 'upsert'] as const)(
    'the command to %s a product fails as conflict if its SKU or external id belongs to a product whose stored record is damaged',
    (write) => {
      const damaged = { ...other, price: null as never };
      const sent = { create: { sku: 'CT-001' }, update: { sku: 'CT-001' }, upsert: { external_id: 'ERP/7' } };
      const body = { price: 100, en: words, ar: words, ...sent[write] };
      const params: Command['params'] = write === 'update' ? { product: 1 } : {};
      const more = write === 'upsert' ? { ifMatch: 3 } : {};
      const { code } = decide(`products.${write}`, body, [bare, damaged], params, more);
      expect(code).toBe('conflict');
    },
  );

  test('two products may have the same picture', () => {
    expect(create({ image_url: filled.image_url }, [other]).status).toBe(201);
  });

  test('undoing a product’s deletion is rejected if another product has since taken the deleted product’s SKU', () => {
    const work = productBulk(2)['products.bulk-delete'];
    const row = { _id: 'products/1:0000000004', version: 4, at: now, kind: 'deleted' };
    const rows = new Map([[row._id, { ...row, last: { ...bare, sku: 'CT-001' } }]]);
    const restore = (...products: Product[]) =>
      restoreStep(work, 'o:0')(
        { ...(stateOf(...products) as object), ledgerRows: rows, bulkChunks: new Map() } as never,
        1,
        { _id: 'o', caller: { area: 'admin', subject: 'boss' } } as never,
        { now, nextId: () => 1 },
        4,
      );
    expect(restore(other)).toMatchObject({
      fate: 'refused',
      error: { code: 'validation_failed', params: { field: 'sku', rule: 'unique' } },
    });
    expect(restore()).toMatchObject({ fate: 'changed', changes: [{ put: { _id: 1, sku: 'CT-001' } }] });
  });

  test('products can be filtered and searched by SKU and external id, but not by picture', () => {
    const list = productReads['products.list'].list as ListContract<unknown>;
    const filters = { sku: 'CT-001', external_id: 'ERP/7' };
    const { query, errors } = readListQuery(list, { filters }, locale);
    expect([query.filters, errors]).toEqual([filters, []]);
    const text = productText(other, 2);
    for (const value of ['ct-001', 'erp/7']) expect(text).toContain(value);
    expect(text).not.toContain('img.example.com');
  });
});

describe('validation of SKU, external id and picture', () => {
  const { body } = productWrites['products.update'];
  test.each([
    ['sku', 'x'.repeat(65), 'max_characters', 'must not be greater than 64 characters', 'رمز الصنف'],
    ['external_id', 'x'.repeat(256), 'max_characters', 'must not be greater than 255', 'المعرّف الخارجي'],
    ['external_id', 7, 'string', 'must be a string', 'المعرّف الخارجي'],
    ['image_url', 'http://img.example.com/a.jpg', 'https_url', 'must be a URL with https', 'رابط الصورة'],
    ['image_url', 'https://me:pass@img.example.com/a.jpg', 'https_url', 'without a user name', 'رابط الصورة'],
    ['image_url', 'data:image/png;base64,AAAA', 'https_url', 'must be a URL with https', 'رابط الصورة'],
    ['image_url', '/a.jpg', 'https_url', 'must be a URL with https', 'رابط الصورة'],
    ['image_url', 'javascript:alert(1)', 'https_url', 'must be a URL with https', 'رابط الصورة'],
  ])(
    'a product whose %s is %j is rejected, with a message in both languages',
    (field, value, rule, english, arabic) => {
      const { errors } = validate(body, { [field]: value }, locale);
      expect(broken(errors)).toEqual([`${field}: ${rule}`]);
      const [error = { field, rule: 'string' as const }] = errors;
      expect(fieldMessage(error, 'en')).toContain(english);
      expect(fieldMessage(error, 'ar')).toContain(arabic);
    },
  );

  test.each(['https://img.example.com/a.jpg?w=40', 'https://صور.example/قهوة.png'])(
    'the picture URL %s is accepted and stored unchanged',
    (image_url) => {
      expect(validate(body, { image_url }, locale)).toEqual({ value: { image_url }, errors: [] });
    },
  );

  test('exports of products have a heading in both languages for SKU, external id and picture', () => {
    expect(productFieldNames.map((name) => columnHead(name, 'en'))).toEqual([
      'SKU',
      'External ID',
      'Image URL',
    ]);
    for (const name of productFieldNames) expect(columnHead(name, 'ar')).toMatch(/\p{Script=Arabic}/u);
  });
});

describe('a PUT by external id', () => {
  const upsert = (body: object, products: Product[], more: Partial<Command> = {}) =>
    decide('products.upsert', { external_id: 'ERP/7', ...body }, products, {}, more);
  const whole = { price: 100, en: words, ar: words };

  test('a PUT with an unknown external id creates the product as a POST does', () => {
    const { status, location, data, version, work } = upsert({ ...whole, sku: 'CT-9' }, [bare]);
    expect([status, version]).toEqual([201, 1]);
    expect(location).toBe(`/api/admin/products/${Number(data?.['id'])}`);
    expect(data).toMatchObject({
      external_id: 'ERP/7',
      sku: 'CT-9',
      manufacturing_price: 0,
      is_active: true,
    });
    expect(work.events).toMatchObject([{ draft: { type: 'catalog.product.created.v1' } }]);
  });

  test('a PUT with a known external id changes only the fields that it contains', () => {
    const { status, location, data, version } = upsert({ price: 100, sku: null }, [bare, other]);
    expect([status, location, version]).toEqual([200, null, 4]);
    expect(data).toMatchObject({ id: 2, price: 1, external_id: 'ERP/7', sku: null, name: 'Coffee' });
  });

  test('two PUTs with the same external id in one batch create one product', () => {
    const commands = [upsert, upsert].map(() =>
      ledgerCommand('products.upsert', { external_id: 'ERP/8', ...whole } as never),
    );
    const { results, writes } = decideBatch(
      commands.map((command) => ({ command, keepsInbox: true })),
      stateOf(bare),
      new Map(),
      catalogHandlers(2) as never,
      { now, tracked: catalog.tracked },
    );
    expect(results.map((result) => ended(result).status)).toEqual([201, 200]);
    expect(writes.filter(({ table }) => table === 'products')).toHaveLength(1);
  });

  test('a PUT that creates a product needs every field that a POST needs', () => {
    expect(broken(upsert({ en: { name: 'Tea' }, sku: null }, [bare]).fields)).toEqual([
      'price: required',
      'en.description: required',
      'ar.name: required',
      'ar.description: required',
    ]);
    expect(broken(upsert({ sku: 'CT-001' }, [{ ...other, external_id: 'ERP/8' }]).fields)).toContain(
      'sku: unique',
    );
  });

  test('If-Match of a PUT by external id is compared with the version of the product, or with 0 if the product does not exist', () => {
    expect(upsert({ price: 1 }, [other], { ifMatch: 3 }).status).toBe(200);
    expect(upsert({ price: 1 }, [other], { ifMatch: 2 }).extra).toMatchObject({
      version: 3,
      addressed: { collection: 'products', id: 2 },
    });
    expect(upsert(whole, [bare], { ifMatch: 1 }).extra).toMatchObject({ version: 0 });
  });
});
