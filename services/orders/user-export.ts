import type { mongo } from 'mongoose';
import { createShowRows } from '#shared/engine/commands/ledger/read-timeline.ts';
import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import type { userExportSchema } from '#shared/contracts/endpoints/user-export.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { recordOfRow, rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { Problem } from '#shared/contracts/errors.ts';
import type { ReadHandlers } from '#shared/engine/reads/service-app.ts';
import { renderRow, createReportUnreadable } from '#shared/engine/lists/unreadable-record.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { addressResource } from './customers/address.ts';
import { paymentResource } from './payments/payment.ts';
import { returnResource } from './returns/return.ts';
import { orderResource } from './orders/order-resource.ts';
import { rowsOfCustomer } from './customers/rows-of-customer.ts';
import type { Cart, OrdersRecords, User } from './records/tables.ts';
import { ordersTimelines } from './timelines.ts';
import { senderOf } from './customers/sender.ts';
import { userResource } from './customers/user.ts';
import type { OrdersModels } from './records/storage/orders-models.ts';
import { formerSubjects, operationsOf, reasonsGiven } from './erasure/storage/personal-records.ts';

type Export = Shown<typeof userExportSchema>;
/** An empty portion means that the search is still running. */
type Portions = AsyncIterable<readonly unknown[]>;

interface Deps {
  log: Log;
  decimals: number;
}

/** Streams all data about a person: everything that an erasure would remove, without duplicates. */
export function createUserExport(
  models: OrdersModels,
  deps: Deps,
): ReadHandlers<OrdersRequests>['users.export'] {
  const readUser = createReadById<User>(models.users);
  const readCart = createReadById<Cart>(models.carts);
  return async ({ params, language }) => {
    const user = await readUser(params.user);
    if (!user) throw new Problem('not_found');
    const id = user._id;
    const now = storeNow().toISOString();
    const db = driverDatabase(models.orders.db);
    const rows = await allRows(db, `users/${id}`);
    const sender = senderOf(user, rows, { at: now, keyOf: (externalId) => externalUser(externalId).key });
    const of = recordsOf(models, id, { ...deps, language });
    const cart = await readCart(id);
    const members: Record<keyof Export, unknown> = {
      exported_at: now,
      user: userResource(user),
      timeline: await of.timeline(rows),
      cart: cart?.items ?? [],
      addresses: of.addresses(),
      orders: of.orders(),
      former_records: of.formerRecords(),
      operations: operationsOf(db, sender),
      bulk_reasons: reasonsGiven(db, id, of.lostOrders),
    };
    return { kind: 'file', name: `user-${id}.json`, pieces: jsonPieces(members) };
  };
}

/** Yields the JSON `{"data":{…}}` in pieces. Each list is streamed while its entries are found. */
async function* jsonPieces(members: object): AsyncGenerator<string> {
  let before = '{"data":{';
  for (const [name, value] of Object.entries(members) as [string, unknown][]) {
    yield `${before}${JSON.stringify(name)}:`;
    if (isList(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
    before = ',\n';
  }
  yield '}}\n';
}

function isList(value: unknown): value is Portions {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** An empty portion becomes a line break, which shows the client that the response goes on. */
async function* listPieces(portions: Portions): AsyncGenerator<string> {
  let before = '[';
  for await (const portion of portions) {
    if (portion.length === 0) yield '\n';
    for (const entry of portion) {
      yield `${before}\n${JSON.stringify(entry)}`;
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}

type Former = Export['former_records'][number];
type Records = Pick<OrdersRecords, 'orders' | 'addresses' | 'payments' | 'returns'>;
type Kind = keyof Records;

function recordsOf(
  models: OrdersModels,
  user: number,
  { language, log, decimals }: Deps & { language: Language },
) {
  const db = driverDatabase(models.orders.db);
  const timelines = ordersTimelines(models);
  const unreadable = createReportUnreadable(log);
  const show = createShowRows(models.ledger, decimals);
  const lostOrders = new Map<number, Pick<LedgerRow, '_id' | 'at'>>();
  const view = { area: 'admin', language, decimals } as const;
  const renders: { [K in Kind]: (record: Records[K]) => unknown } = {
    orders: (order) => orderResource(order, view),
    addresses: addressResource,
    payments: (payment) => paymentResource(payment, decimals),
    returns: (record) => returnResource(record, view),
  };
  const showRecord = <K extends Kind>(kind: K, record: Records[K]) =>
    renderRow<Records[K]>(record, renders[kind], { collection: kind, unreadable });
  const timeline = async (kind: Kind, id: number) =>
    show(timelines[kind], id, rowsOfCustomer(await allRows(db, `${kind}/${id}`), user, user));

  const ownRecords = <K extends Kind>(kind: K, among: { order_id?: number } = {}) =>
    db
      .collection(kind)
      .find<Records[K]>({ ...among, user_id: user }, { projection: { search: 0 } })
      .sort({ _id: 1 });

  async function shownOfOrder(
    kind: 'payments' | 'returns',
    name: 'payment' | 'return',
    order: number,
  ): Promise<Pick<Export, 'timeline'>[]> {
    const found = await ownRecords(kind, { order_id: order }).toArray();
    return Promise.all(
      found.map(async (record) => ({
        [name]: showRecord(kind, record),
        timeline: await timeline(kind, record._id),
      })),
    );
  }

  async function former(subject: string): Promise<Former[]> {
    const [kind, id] = placeOf(subject);
    const now = await timelines[kind].read(id);
    if (now?.user_id === user) return [];
    const rows = await allRows(db, subject);
    const last = now ? null : lastForm(rows, user);
    const record = last && showRecord(kind, last);
    const theirs = rowsOfCustomer(rows, user, now?.user_id ?? null);
    const own = { subject, record, timeline: await show(timelines[kind], id, theirs) };
    if (kind !== 'orders') return [own];
    const [newest] = theirs;
    if (newest) lostOrders.set(id, { _id: newest._id, at: newest.at });
    if (!now) return [own, ...(await deletedWith(rows))];
    return newest ? [own, ...(await formerWith(id, newest.at))] : [own];
  }

  /** The user's payments and returns that were deleted with an order, which may have had several customers. */
  async function deletedWith(rows: readonly LedgerRow[]): Promise<Former[]> {
    const subjects = new Set(
      rows.flatMap((row) => row.with ?? []).map((_id) => recordOfRow({ _id }).subject),
    );
    const all = [...subjects].map(async (subject): Promise<Former[]> => {
      const [kind, id] = placeOf(subject);
      const own = await allRows(db, subject);
      const last = lastForm(own, user);
      if (!last) return [];
      return [{ subject, record: showRecord(kind, last), timeline: await show(timelines[kind], id, own) }];
    });
    return (await Promise.all(all)).flat();
  }

  /** The changes of an order's payments and returns up to the time when the order passed to another customer. */
  async function formerWith(order: number, until: string): Promise<Former[]> {
    const all = (['payments', 'returns'] as const).map(async (kind) => {
      const found = await ownRecords(kind, { order_id: order }).toArray();
      return Promise.all(
        found.map(async ({ _id }) => {
          const subject = `${kind}/${_id}`;
          const rows = (await allRows(db, subject)).filter(({ at }) => at <= until);
          if (rows.length === 0) return [];
          return [{ subject, record: null, timeline: await show(timelines[kind], _id, rows) }];
        }),
      );
    });
    return (await Promise.all(all)).flat(2);
  }

  return {
    timeline: (rows: readonly LedgerRow[]) => show(timelines.users, user, rows),
    addresses: async function* () {
      for await (const address of ownRecords('addresses'))
        yield [
          { address: showRecord('addresses', address), timeline: await timeline('addresses', address._id) },
        ];
    },
    orders: async function* () {
      for await (const order of ownRecords('orders'))
        yield [
          {
            order: showRecord('orders', order),
            timeline: await timeline('orders', order._id),
            payments: await shownOfOrder('payments', 'payment', order._id),
            returns: await shownOfOrder('returns', 'return', order._id),
          },
        ];
    },
    formerRecords: async function* () {
      for await (const subjects of formerSubjects(db, user)) {
        if (subjects.length === 0) yield [];
        for (const subject of subjects) yield await former(subject);
      }
    },
    /** The orders that no longer belong to the user, for `reasonsGiven`. The map is complete once `formerRecords` has ended. */
    lostOrders,
  };
}

/** Splits `orders/12` into `orders` and 12. */
function placeOf(subject: string): [kind: Kind, id: number] {
  const [kind, id] = subject.split('/');
  return [kind as Kind, Number(id)];
}

/** All ledger rows of a record, newest first. */
function allRows(db: mongo.Db, subject: string): Promise<LedgerRow[]> {
  return db
    .collection<LedgerRow>('ledger')
    .find({ _id: rowsOfRecord(subject) }, { maxTimeMS: 10_000 })
    .sort({ _id: -1 })
    .toArray();
}

/** The last form of a deleted record. Null if the record belonged to another customer when it was deleted. */
function lastForm(rows: readonly LedgerRow[], user: number): Records[Kind] | null {
  const last = rows.find((row) => row.last)?.last as Records[Kind] | undefined;
  return last?.user_id === user ? last : null;
}
