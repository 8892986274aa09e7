import { beforeAll, describe, expect, test } from '@jest/globals';
import { auditStore } from '#tools/operate/audit/audit-store.ts';
import { client, store } from './whole-store.ts';

/** The audit findings before these tests, in records of other tests. */
let before: Awaited<ReturnType<typeof audited>>;
const ids = { sound: 0, noItems: 0, wrongTotal: 0, product: 0, user: 0 };

async function audited() {
  const { mongodbUri, rabbitmqUrl } = store.servers;
  const address = { mongodbUri, rabbitmqUrl, namespace: store.namespace };
  const { findings, counted } = await auditStore(client, address, { settleMs: 0 });
  const damaged = findings.filter(({ rule }) => rule === 'record-damaged').map(({ subject }) => subject);
  return { damaged, counted };
}

async function send(method: string, path: string, json?: object): Promise<{ status: number; body: unknown }> {
  const token = await store.adminToken();
  const answer = await store.request(method, path, { token, ...(json && { json }) });
  return { status: answer.status, body: answer.body };
}

async function made(path: string, json: object): Promise<number> {
  const { body } = await send('POST', path, json);
  return (body as { data: { id: number } }).data.id;
}

async function damage(service: string, collection: string, id: number, values: object): Promise<void> {
  const found = client.db(`${store.namespace}_${service}`).collection<{ _id: number }>(collection);
  await found.updateOne({ _id: id }, { $set: values });
}

interface Row {
  id: number;
  unreadable?: boolean;
  status?: string;
}

describe('damaged records', () => {
  beforeAll(async () => {
    before = await audited();
    const text = { name: 'Coffee', description: 'Whole beans' };
    const product = { price: 5, manufacturing_price: 1, is_active: 1, en: text, ar: text };
    const line = { product_id: await made('/api/admin/products', product), amount: 1 };
    ids.product = await made('/api/admin/products', product);
    ids.user = await made('/api/admin/users', { name: 'Ann', email: 'ann-of-damages@example.com' });
    const place = { user_id: ids.user, line1: 'Street 1', city: 'Cairo', country: 'EG' };
    const address = await made('/api/admin/addresses', place);
    const order = { user_id: ids.user, address_id: address, payment_method: 1, total: 5, status: 'pending' };
    for (const one of ['sound', 'noItems', 'wrongTotal'] as const) {
      ids[one] = await made('/api/admin/orders', { ...order, items: [line] });
    }
    await send('PUT', '/api/admin/settings', { phone: '1' });
    await damage('orders', 'settings', 1, { en: null });
    await damage('orders', 'orders', ids.noItems, { items: null });
    await damage('orders', 'orders', ids.wrongTotal, { total: 'abc' });
    await damage('catalog', 'products', ids.product, { en: null });
  });

  test.each(['', '&paginate=cursor&per_page=1'])(
    'the order list shows orders with damaged database records as unreadable, and other orders as usual (query %j)',
    async (paging) => {
      const rows: Row[] = [];
      let path: string | null = `/api/admin/orders?filters[user_id]=${ids.user}&sort=id${paging}`;
      while (path !== null) {
        const { status, body } = await send('GET', path);
        expect(status).toBe(200);
        const page = body as { data: Row[]; links?: { next: string | null } };
        rows.push(...page.data);
        const next: string | null = page.links?.next ?? null;
        path = next === null ? null : next.replace(/^https?:\/\/[^/]+/, '');
      }
      expect(rows[0]).toMatchObject({ id: ids.sound, status: 'pending' });
      expect(rows.slice(1)).toEqual([
        { id: ids.noItems, unreadable: true },
        { id: ids.wrongTotal, unreadable: true },
      ]);
    },
  );

  test('the product list shows a product with a damaged database record as unreadable', async () => {
    const { status, body } = await send('GET', '/api/admin/products?paginate=true');
    expect([status, (body as { data: Row[] }).data[0]]).toEqual([200, { id: ids.product, unreadable: true }]);
  });

  test('reading a single record that is damaged in the database returns 500', async () => {
    for (const path of [`orders/${ids.noItems}`, `orders/${ids.wrongTotal}`, `products/${ids.product}`]) {
      const { status, body } = await send('GET', `/api/admin/${path}`);
      expect([status, (body as { code: string }).code]).toEqual([500, 'internal_error']);
    }
  });

  test('changing a record that is damaged in the database returns 409 with the id of the record', async () => {
    const update = (id: number) => send('PUT', `/api/admin/orders/${id}`, { notes: 'x' });
    const answers = await Promise.all([ids.sound, ids.noItems, ids.wrongTotal].map(update));
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect((answers[1]?.body as { message: string }).message).toContain(
      `orders/${ids.noItems} is damaged (items is not a list)`,
    );
    expect((await send('DELETE', `/api/admin/orders/${ids.noItems}`)).status).toBe(409);
    const product = await send('PUT', `/api/admin/products/${ids.product}`, { price: 7 });
    expect([product.status, (product.body as { message: string }).message]).toEqual([
      409,
      expect.stringContaining(`products/${ids.product} is damaged`),
    ]);
  });

  test('shop settings that are damaged in the database can be neither read nor changed', async () => {
    const answers = [
      await send('GET', '/api/admin/settings'),
      await send('PUT', '/api/admin/settings', { phone: '2' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 409]);
    expect((answers[1]?.body as { message: string }).message).toContain('settings/1 is damaged');
  });

  test('a bulk update rejects records that are damaged in the database, and changes all other records', async () => {
    const asked = { ids: [ids.sound, ids.noItems, ids.wrongTotal], status: 'confirmed' };
    const { status, body } = await send('PUT', '/api/admin/orders/bulk-update', asked);
    expect([status, (body as { data: { result: object } }).data.result]).toEqual([
      200,
      { changed: 1, unchanged: 0, not_found: 0, refused: 2 },
    ]);
  });

  test('the audit lists records that are damaged in the database, and checks all other records', async () => {
    const { damaged, counted } = await audited();
    const known = new Set(before.damaged);
    expect(damaged.filter((subject) => !known.has(subject))).toEqual([
      `products/${ids.product}`,
      `orders/${ids.noItems}`,
      `orders/${ids.wrongTotal}`,
      'settings/1',
    ]);
    const { orders, products } = before.counted;
    expect(counted).toMatchObject({ orders: orders + 3, products: products + 2, parked: 0 });
  });
});
