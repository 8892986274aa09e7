import { beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import mongoose from 'mongoose';
import { chunkCommand, type BulkChunk } from '#shared/engine/decide/bulk-operation.ts';
import { decideBatch, type BatchWork, type EngineRows } from '#shared/engine/decide/decide-batch.ts';
import type { Erasure, Order } from '#services/orders/records/tables.ts';
import type { EventDraft, Tables, VersionedRecord } from '#shared/engine/decide/handler.ts';
import { recordOfRow, type LedgerRow, type StockMove } from '#shared/engine/decide/ledger-row.ts';
import type { AnyRead, Command, EventContract, ServiceName } from '#shared/contracts/kit/define.ts';
import { foldText } from '#shared/contracts/kit/fold-text.ts';
import { events } from '#shared/contracts/events.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import { catalog, catalogHandlers } from '#services/catalog/service.ts';
import { isGuarded } from '#services/gateway/docs/openapi-endpoints.ts';
import { endpoints } from '#services/gateway/http/routes.ts';
import { ordersHandlers } from '#services/orders/handlers.ts';
import type { Webhook } from '#services/webhooks/records/tables.ts';
import { orders as ordersService } from '#services/orders/service.ts';
import { webhooks as webhooksService, webhooksHandlers } from '#services/webhooks/service.ts';
import { disabled } from '#services/webhooks/endpoints/webhook.ts';
import { trackedByOrders } from '#services/orders/store/resources.ts';
import { loadedFor, type Loading, type Stored } from '../support/loaded-for.ts';
import { ended } from '../support/outcome.ts';

type Id = number | string;
type Work = BatchWork<Tables & EngineRows>;
type Written = Work['writes'];

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const now = '2026-01-31T09:30:00.000Z';
const writes = new Map(
  endpoints.flatMap((endpoint) =>
    endpoint.kind === 'write' ? [[endpoint.id, endpoint.declared] as const] : [],
  ),
);
const published: EventDraft[] = [];
const rows: LedgerRow[] = [];
const stored = { catalog: [] as Written[], orders: [] as Written[], webhooks: [] as Written[] };
const done = new Set<string>();
/** A ping or note that is redelivered after its outcome has expired is executed again. */
const repeatable: ReadonlySet<string> = new Set(['webhooks.ping', 'order-notes.create']);
const searched = new Set<string>();
const endOf = ({ results: [result = { kind: 'threw', error: 'no result' }] }: Work) => ended(result);

/** Faults of the commands that ran, as texts. */
const faults = {
  needs: [] as string[],
  ifMatch: [] as string[],
  location: [] as string[],
  redelivery: [] as string[],
  unique: [] as string[],
  deletion: [] as string[],
  search: [] as string[],
};

interface RunService extends Pick<Loading, 'resources' | 'loads'> {
  name: ServiceName;
  tracked: object;
  storage?: (context: never) => object;
}

/** A service in memory. Below, it runs each of its commands at least once, for an admin or for user 1, as can occur in a shop. */
function serviceOf(service: RunService, handlers: object, tables: string[]) {
  const { name, tracked, resources, loads } = service;
  const state: Stored = Object.fromEntries(tables.map((name) => [name, new Map()]));
  const table = (name: string) => state[name] ?? new Map<Id, VersionedRecord>();
  const context = { units: locale, models: {}, own: {} };
  const { documents = {} } = (service.storage?.(context as never) ?? {}) as Partial<Loading>;
  const needsOf = handlers as Record<string, { needs: (command: Command) => object }>;

  /** Runs the rule of a command without storing the changes. As in a worker, the rule sees only the records that it needs. */
  function decideOnly(command: Command): Work {
    const needs = { ...needsOf[command.type]?.needs(command) };
    const loaded = loadedFor({ resources, loads, documents }, state, needs);
    const delivery = { command, keepsInbox: false };
    const work = decideBatch([delivery], loaded as never, new Map(), handlers as never, { now, tracked });
    const { sequences = [] } = needs as { sequences?: string[] };
    for (const { table: of, before, after } of work.writes) {
      const id = (before ?? after)?._id ?? '';
      const isKnown =
        of === 'counters' ? sequences.includes(String(id)) : before !== null || !table(of).has(id);
      if (!isKnown) faults.needs.push(`${command.type} writes ${of}/${id}`);
    }
    return work;
  }

  function decide(type: string, params: Record<string, number>, body: unknown, isClient: boolean): Written {
    const command: Command = {
      id: `${type}-${published.length}`,
      type,
      params,
      body,
      caller: isClient
        ? { area: 'client', subject: '1', userId: 1 }
        : { area: 'admin', subject: 'admin', userId: null },
      language: 'en',
      fingerprint: '',
      ifMatch: null,
      at: now,
      requestId: 'test',
    };
    const declared = writes.get(type);
    if (declared && isGuarded(declared)) {
      const { code } = endOf(decideOnly({ ...command, ifMatch: 999 }));
      if (code !== 'precondition_failed') faults.ifMatch.push(`${type}: ${code ?? 'accepted'}`);
    }
    const work = decideOnly(command);
    expect([type, work.results]).toMatchObject([
      type,
      [{ kind: 'decided', outcome: { status: expect.any(Number) } }],
    ]);
    for (const { table: name, before, after } of work.writes) {
      if (after) table(name).set(after._id, after);
      else table(name).delete(before?._id ?? '');
    }
    stored[name].push(work.writes);
    published.push(...work.events.map(({ draft }) => draft));
    rows.push(...work.ledger);
    if (declared?.status === 201) judgeCreation(command, work);
    judgeRecords(command, work);
    return work.writes;
  }

  const documentOf = (of: string, record: VersionedRecord) =>
    (documents[of]?.(record as never) ?? record) as Readonly<Record<string, unknown>>;

  /** Runs a command again after it has created a record: once with the same id, as a redelivery does, and once with a new id. */
  function judgeCreation(command: Command, work: Work): void {
    const { location, data } = endOf(work);
    const path = location?.replaceAll(/\d+/g, ':') ?? '';
    const isRead = endpoints.some(({ declared }) => declared.path.replaceAll(/:\w+/g, ':') === path);
    if (!isRead || (path.endsWith('/:') && !location?.endsWith(`/${Number(data?.['id'])}`)))
      faults.location.push(`${command.type}: ${location}`);
    // Also checks that the second run could commit: it must not insert a record that already exists.
    const again = decideOnly(command);
    const isRepeated = again.writes.length > 0 || endOf(again).location !== location;
    if (isRepeated && !repeatable.has(command.type)) faults.redelivery.push(command.type);
    const unique = Object.entries(loads ?? {}).filter(([load]) => load.startsWith('same'));
    for (const { table: of, before, after } of decideOnly({ ...command, id: `${command.id}-2` }).writes) {
      for (const [load, { table: loaded, field }] of unique as [string, { table: string; field: string }][]) {
        const value = of === loaded && after ? documentOf(of, after)[field] : undefined;
        const isTaken = table(of)
          .values()
          .some((record) => documentOf(of, record)[field] === value);
        if (before === null && value !== undefined && isTaken) faults.unique.push(`${command.type}: ${load}`);
      }
    }
  }

  /** Compares what a command stored with its response, and with what a worker stores for a deleted record. */
  function judgeRecords({ type }: Command, work: Work): void {
    const { data = {} } = endOf(work);
    for (const { table: of, before, after } of work.writes) {
      const isRemembered = [...table('deletions').keys()].some((id) =>
        String(id).startsWith(`${of}/${String(before?._id)}:`),
      );
      if (after === null && resources[of]?.isMadeOnce === true && !isRemembered)
        faults.deletion.push(`${type}: ${of}`);
      const { search } = after ? documentOf(of, after) : {};
      if (typeof search !== 'string' || after?._id !== data['id'] || !type.startsWith(`${of}.`)) continue;
      const declared = endpoints.find(({ id, kind }) => kind === 'read' && id === `${of}.list`)?.declared;
      for (const field of (declared as AnyRead | undefined)?.list?.searchable ?? []) {
        const parts = [data, data['en'], data['ar']] as (typeof data | undefined)[];
        const values = parts.flatMap((part) => (part?.[field] ?? []) as string | number | boolean);
        const texts = values.map((value) => String(typeof value === 'boolean' ? Number(value) : value));
        if (!texts.every((text) => search.includes(foldText(text)))) faults.search.push(`${of}: ${field}`);
        searched.add(`${of}: ${field}`);
      }
    }
  }

  return {
    put: (name: string, record: VersionedRecord) => void table(name).set(record._id, record),
    get: (name: string, id: Id) => table(name).get(id),
    /** The newest record in a table. */
    last: (name: string) => Number([...table(name).keys()].at(-1)),
    run(type: string, params: Record<string, number> = {}, body?: object): void {
      const declared = writes.get(type);
      if (!declared) throw new Error(`No endpoint is called ${type}`);
      done.add(type);
      const { value, errors } = validate<unknown>(declared.body, body ?? declared.example, locale);
      expect(errors).toEqual([]);
      const changes = decide(type, params, value, declared.scope === 'client');
      if (!declared.bulk) return;
      for (const change of changes) {
        if (change.table !== 'bulkChunks' || !change.after) continue;
        const { _id, ids } = change.after as BulkChunk;
        const [operation = '', index] = _id.split(':');
        decide(chunkCommand, {}, { operation, type, index: Number(index), ids }, false);
      }
    },
  };
}

test.each([0, 2, 3])(
  'the example of every write is valid in a shop whose currency has %i decimals',
  (currencyDecimals) => {
    const faults = [...writes].flatMap(([id, { body, example }]) =>
      validate<unknown>(body, example, { ...locale, currencyDecimals }).errors.map(
        ({ field, rule }) => `${id}: ${field} breaks the rule ${rule}`,
      ),
    );
    expect(faults).toEqual([]);
  },
);

/** Creates a record from its example, changes it and deletes it. */
function runExamples(service: ReturnType<typeof serviceOf>, table: string): void {
  const [, param = ''] = /:(\w+)$/.exec(writes.get(`${table}.update`)?.path ?? '') ?? [];
  service.run(`${table}.create`);
  service.run(`${table}.update`, { [param]: service.last(table) });
  service.run(`${table}.delete`, { [param]: service.last(table) });
}

beforeAll(() => {
  const bulk = ['bulk', 'bulkChunks', 'bulkPreviews', 'ledgerRows', 'counters', 'deletions', 'made'];
  const tablesOfCatalog = Object.keys(catalog.resources);
  const shop = serviceOf(catalog, catalogHandlers(2), [...tablesOfCatalog, ...bulk]);
  for (const table of tablesOfCatalog) {
    runExamples(shop, table);
    for (const bulkWork of [`${table}.bulk-update`, `${table}.bulk-delete`]) {
      if (!writes.has(bulkWork)) continue;
      shop.run(`${table}.create`);
      shop.run(bulkWork, {}, { ids: [shop.last(table)], status: 'inactive' });
    }
  }

  // Creates a product, then changes it.
  for (const price of [500, 600]) {
    const { example } = writes.get('products.upsert') ?? {};
    shop.run('products.upsert', {}, { ...example, price });
  }

  const tablesOfOrders = Object.keys(ordersService.resources);
  const orders = serviceOf(
    ordersService,
    ordersHandlers({ ...locale, currency: 'USD' }, { taxRate: 0.15, returnDays: 14 }),
    [...tablesOfOrders, 'newProducts', ...bulk],
  );
  const product: ProductCopy = {
    _id: 1,
    version: 1,
    price: 1250,
    manufacturing_price: 725,
    is_active: true,
    is_deleted: false,
    en: { name: 'Arabica coffee' },
    ar: { name: 'قهوة عربية' },
  };
  orders.put('products', product);
  orders.run('users.create');
  orders.run('users.update', { user: 1 }, { phone: null });
  orders.run('me.update');
  orders.run('own-addresses.create');
  orders.run('own-addresses.update', { address: orders.last('addresses') });
  const address_id = orders.last('addresses');
  orders.run('addresses.create');
  orders.run('addresses.update', { address: orders.last('addresses') });
  orders.run('addresses.delete', { address: orders.last('addresses') });
  orders.run('inventory.set', { product: 1 });
  orders.run('inventory.adjust', { product: 1 });
  // Lowers the stock to the low-stock threshold and raises it again.
  for (const by of [-100, 100]) orders.run('inventory.adjust', { product: 1 }, { by });

  orders.run('settings.update');
  orders.run('saved-views.update');

  orders.run('cart.add');
  orders.run('cart.set', { product_id: 1 });
  orders.run('cart.remove', { product_id: 1 });
  orders.run('cart.clear');
  orders.run('cart.add');
  orders.run('orders.checkout', {}, { payment_method: 1, address_id });
  orders.run('orders.cancel', { order: orders.last('orders') });

  const order = { ...writes.get('orders.create')?.example, address_id };
  orders.run('orders.create', {}, order);
  const id = orders.last('orders');
  orders.run('orders.update', { order: id }, { notes: 'Ring twice' });
  orders.run('orders.update', { order: id }, { status: 'confirmed' });
  orders.run('order-notes.create', { order: id });
  orders.run('order-items.create', {}, { order_id: id, product_id: 1, amount: 2 });
  const order_item = published
    .flatMap((event) => (event.data['items'] as { id: number }[] | undefined) ?? [])
    .at(-1)?.id;
  orders.run('order-items.update', { order_item: order_item ?? 0 });
  orders.run('order-items.delete', { order_item: order_item ?? 0 });
  orders.run('orders.bulk-update', {}, { ids: [id], status: 'preparing' });
  orders.run('orders.bulk-delete', {}, { ids: [id] });
  orders.run('orders.create', {}, order);
  orders.run('orders.delete', { order: orders.last('orders') });

  orders.run('orders.create', {}, { ...order, status: 'delivered' });
  const paid = { order: orders.last('orders') };
  const note = { reference: 'Receipt 118', note: 'Paid by her brother' };
  orders.run('payments.create', paid, { amount: 5, ...note });
  orders.run('payments.refund', { payment: orders.last('payments') });
  orders.run('payments.create', paid, { amount: 3, capture: false, ...note });
  orders.run('payments.capture', { payment: orders.last('payments') });
  orders.run('payments.create', paid);
  orders.run('payments.void', { payment: orders.last('payments') });

  const reason = 'It does not fit her brother';
  orders.run('orders.create', {}, { ...order, status: 'delivered' });
  const delivered = { order: orders.last('orders') };
  const item_id = (orders.get('orders', delivered.order) as Order).items[0]?.id;
  const lines = [{ item_id, amount: 1, reason }];
  orders.run('own-returns.create', delivered, { lines });
  orders.run('own-returns.withdraw', { ...delivered, return: orders.last('returns') });
  orders.run('returns.create', delivered, { lines });
  orders.run('returns.update', { return: orders.last('returns') }, { status: 'received', reason });
  orders.run('returns.update', { return: orders.last('returns') }, { status: 'closed' });
  orders.run('orders.create', {}, order);
  const changedOrder = { order: orders.last('orders') };
  orders.run('orders.change', changedOrder);
  orders.run('orders.update', changedOrder, { status: 'cancelled' });

  orders.run('own-addresses.delete', { address: address_id });
  // User 1 was erased before, and a restore brought them back.
  const erasure: Erasure = {
    _id: 1,
    version: 1,
    at: now,
    owners: ['client:1'],
    addresses: [],
    by: null,
    rounds: 3,
    due_at: null,
  };
  orders.put('erasures', erasure);
  orders.run('users.delete', { user: 1 });
  // The remaining resources need no other record, so their examples suffice.
  for (const table of tablesOfOrders) {
    const isLeft = writes.has(`${table}.create`) && !done.has(`${table}.create`);
    if (isLeft) runExamples(orders, table);
  }

  const newSecret = () => ({ secret: 'whsec_', sealed: '' });
  const webhooks = serviceOf(webhooksService, webhooksHandlers({ receiverFault: () => null, newSecret }), [
    'webhooks',
    'states',
    'followed',
    'deliveries',
    'deliveryEvents',
    ...bulk,
  ]);
  webhooks.run('webhooks.create');
  const webhook = webhooks.last('webhooks');
  for (const write of ['update', 'rotate-secret', 'replay', 'ping'])
    webhooks.run(`webhooks.${write}`, { webhook });
  webhooks.run('webhook-deliveries.redeliver', { webhook, delivery: webhooks.last('deliveries') });
  const { event } = disabled(webhooks.get('webhooks', webhook) as Webhook, 'gone', now);
  const known = { changed: ['status'], by: null, request_id: null, operation_id: null };
  published.push({ ...event, data: { ...known, ...event.data } });
  webhooks.run('webhooks.delete', { webhook });
});

test('the commands that these tests run include every write command that the contract declares', () => {
  expect([...done].sort()).toEqual([...writes.keys()].sort());
});

test('every command declares that it needs the records and id sequences that it writes', () => {
  expect(faults.needs).toEqual([]);
});

test('every write that documents If-Match refuses an outdated version', () => {
  expect(faults.ifMatch).toEqual([]);
});

test('the outcome of every creation has the URL of a read endpoint with the id of the new record', () => {
  expect(faults.location).toEqual([]);
});

test('a redelivered creation creates no second record', () => {
  expect(faults.redelivery).toEqual([]);
});

test('if a creation is sent again with the same body but a different command id, no value that must be unique is stored twice', () => {
  expect(faults.unique).toEqual([]);
});

test('the deletion of a record is stored, so a redelivered creation does not create the record again', () => {
  expect(faults.deletion).toEqual([]);
});

test('the stored search text of a record contains the value of every searchable field', () => {
  expect(faults.search).toEqual([]);
});

test('these tests check stored search texts for at least one list of every service', () => {
  expect([...searched]).toEqual(
    expect.arrayContaining(['products: name', 'orders: status', 'webhooks: url']),
  );
});

test.each([catalog, ordersService, webhooksService])(
  'the collections of the $name service declare every field of the records that commands store',
  ({ name, resources, models }) => {
    const connection = mongoose.createConnection();
    connection.set('autoIndex', false);
    connection.set('autoCreate', false);
    const modelsByTable = models(connection) as object as Record<string, { schema: mongoose.Schema }>;
    const missing = stored[name].flat().flatMap(({ table, after }) => {
      const paths = Object.keys(modelsByTable[table]?.schema.paths ?? {}).map((path) => path.split('.')[0]);
      // `log` is always an empty list. Records contain it only because workers of release 0.6.0 require it.
      paths.push('log');
      const fields = Object.hasOwn(resources, table) && after ? Object.keys(after) : [];
      return fields.filter((field) => !paths.includes(field)).map((field) => `${table}.${field}`);
    });
    expect([...new Set(missing)]).toEqual([]);
  },
);

test('the commands that these tests run publish exactly the event types that the contract declares', () => {
  expect([...new Set(published.map((event) => event.type))].sort()).toEqual(Object.keys(events).sort());
});

test('every published event has the data and the form of subject that the contract declares for its event type', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const declared: Record<string, EventContract | undefined> = events;
  for (const event of published) {
    const contract = declared[event.type];
    const check = ajv.compile(contract?.data ?? false);
    check(event.data);
    expect([event.type, check.errors ?? []]).toEqual([event.type, []]);
    expect(event.subject).toMatch(new RegExp(`^${contract?.subjects ?? ''}/[0-9]+$`));
  }
});

/** The versions of each tracked record, in sequence. A stock move in an order event is a version of that stock record. */
function versionsIn(of: 'rows' | 'events'): Record<string, number[]> {
  const versions: [subject: string, version: number][] =
    of === 'rows'
      ? rows.flatMap((row) => {
          const { subject, version } = recordOfRow(row);
          const moved = (row.stock ?? []).map(movedStock);
          return row.kind === 'noted' || /^(settings|webhooks)\//.test(subject)
            ? []
            : [[subject, version] as [string, number], ...moved];
        })
      : published.flatMap(({ type, subject, data }) => {
          // In inventory events, `stock` is the number of units, not a list of stock moves.
          const moved = Array.isArray(data['stock']) ? (data['stock'] as StockMove[]).map(movedStock) : [];
          return /\.noted\.|\.low\.|\.erased\.|^webhooks\./.test(type)
            ? []
            : [[subject, data.version] as [string, number], ...moved];
        });
  const bySubject = Object.groupBy(versions, ([subject]) => subject);
  return Object.fromEntries(
    Object.entries(bySubject).map(([subject, all = []]) => [subject, all.map(([, version]) => version)]),
  );
}

function movedStock({ product_id: id, version }: StockMove): [string, number] {
  return [`inventory/${id}`, version];
}

// Excludes settings and webhook endpoints. Their rows serve 412 responses, and most of their changes have no event.
test('every version of a record, except settings and webhooks, has one row in the change ledger and one event, both in version order', () => {
  const inLedger = versionsIn('rows');
  expect(versionsIn('events')).toEqual(inLedger);
  for (const [subject, versions] of Object.entries(inLedger)) {
    expect([subject, versions]).toEqual([subject, versions.map((_version, index) => index + 1)]);
  }
  const tracked = [...Object.keys(catalog.tracked), ...Object.keys(trackedByOrders)].filter(
    (table) => table !== 'settings',
  );
  const seen = Object.keys(inLedger).map((subject) => subject.split('/')[0]);
  expect([...new Set(seen)].sort()).toEqual(tracked.sort());
});

test('no event about orders, users or addresses contains personal text, such as a name, a street or a note', () => {
  const texts = [
    'layla',
    'rainbow',
    'home',
    '+962',
    'ring twice',
    'asked to be called',
    'receipt',
    'brother',
    'broken',
  ];
  const ofPeople = published.filter(
    ({ type }) => type.startsWith('orders.') && !type.startsWith('orders.stock'),
  );
  expect(ofPeople.length).toBeGreaterThan(15);
  for (const { type, data } of ofPeople) {
    const written = JSON.stringify(data).toLowerCase();
    expect([type, texts.filter((text) => written.includes(text))]).toEqual([type, []]);
  }
});
