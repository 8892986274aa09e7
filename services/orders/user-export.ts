import type { Model } from 'mongoose';
import { findRows, type LedgerCollection } from '#shared/engine/commands/ledger/ledger-model.ts';
import { createShowRows, type TimelineOf } from '#shared/engine/commands/ledger/read-timeline.ts';
import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import type { userExportSchema } from '#shared/contracts/endpoints/user-export.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { recordOfRow, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
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
import type { Address, Cart, Order, OrderReturn, Payment, User } from './records/tables.ts';
import { ordersTimelines } from './timelines.ts';
import { userResource } from './customers/user.ts';
import type { OrdersModels } from './records/storage/orders-models.ts';
import { formerSubjects, operationsOf, reasonsGiven } from './erasure/storage/personal-records.ts';

type Export = Shown<typeof userExportSchema>;
/** An empty portion means that the search is still running. */
type Portions<Entry = unknown> = AsyncIterable<readonly Entry[]>;

interface Deps {
  ledger: LedgerCollection;
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
  const records = createRecords(models, deps);
  return async ({ params, language }) => {
    const user = await readUser(params.user);
    if (!user) throw new Problem('not_found');
    const { _id: id, external_id: externalId } = user;
    const keys = [id, ...(externalId === undefined ? [] : [externalUser(externalId).key])];
    const owners = keys.map((key) => `client:${key}`);
    const of = records(id, language);
    const db = driverDatabase(models.orders.db);
    const cart = await readCart(id);
    const members: Record<keyof Export, unknown> = {
      exported_at: storeNow().toISOString(),
      user: userResource(user),
      timeline: await of.timeline(),
      cart: cart?.items ?? [],
      addresses: of.addresses(),
      orders: of.orders(),
      former_records: of.formerRecords(),
      operations: operationsOf(db, owners),
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

type Timeline = Export['timeline'];
type Former = Export['former_records'][number];

interface RecordsOf {
  timeline: () => Promise<Timeline>;
  addresses: () => Portions;
  orders: () => Portions;
  formerRecords: () => Portions<Former>;
  /** See `reasonsGiven`. Complete once `formerRecords` has ended. */
  lostOrders: ReadonlyMap<number, Pick<LedgerRow, '_id' | 'at'>>;
}

function createRecords(
  models: OrdersModels,
  { ledger, log, decimals }: Deps,
): (user: number, language: 'en' | 'ar') => RecordsOf {
  const { orders, payments, returns, users, addresses } = ordersTimelines(models);
  const unreadable = createReportUnreadable(log);
  const show = createShowRows(ledger, decimals);

  return (user, language) => {
    const lostOrders = new Map<number, Pick<LedgerRow, '_id' | 'at'>>();
    const view = { area: 'admin', language, decimals } as const;
    const showOrder = (order: Order) =>
      renderRow(order, (one) => orderResource(one, view), { collection: 'orders', unreadable });
    const showAddress = (address: Address) =>
      renderRow(address, addressResource, { collection: 'addresses', unreadable });
    const timeline = async (of: TimelineOf, id: number, owner: number | null = user) =>
      show(of, id, rowsOfCustomer(await allRows(ledger, `${of.path}/${id}`), user, owner));

    const showPayment = (payment: Payment) =>
      renderRow(payment, (one) => paymentResource(one, decimals), { collection: 'payments', unreadable });
    const showReturn = (record: OrderReturn) =>
      renderRow(record, (one) => returnResource(one, view), { collection: 'returns', unreadable });

    async function paymentsOf(order: number): Promise<{ payment: unknown; timeline: Timeline }[]> {
      const found = await ofOrder<Payment>(models.payments, order);
      return Promise.all(
        found.map(async (payment) => ({
          payment: showPayment(payment),
          timeline: await timeline(payments, payment._id),
        })),
      );
    }

    async function returnsOf(order: number): Promise<{ return: unknown; timeline: Timeline }[]> {
      const found = await ofOrder<OrderReturn>(models.returns, order);
      return Promise.all(
        found.map(async (record) => ({
          return: showReturn(record),
          timeline: await timeline(returns, record._id),
        })),
      );
    }

    function ofOrder<R>(model: OrdersModels['payments' | 'returns'], order: number): Promise<R[]> {
      const records = model as unknown as Model<{ order_id: number; user_id: number }>;
      return records.find({ order_id: order, user_id: user }, { search: 0 }).sort({ _id: 1 }).lean<R[]>();
    }

    async function former(subject: string): Promise<Former[]> {
      const [path = '', number] = subject.split('/');
      const id = Number(number);
      const of = path === 'orders' ? orders : addresses;
      const now = await of.read(id);
      if (now?.user_id === user) return [];
      const rows = await allRows(ledger, subject);
      const last = now ? null : lastForm(rows, user);
      const record = last && (path === 'orders' ? showOrder(last as Order) : showAddress(last as Address));
      const own = { subject, record, timeline: await timeline(of, id, now?.user_id ?? null) };
      if (path !== 'orders') return [own];
      const [newest] = rowsOfCustomer(rows, user, now?.user_id ?? null);
      if (newest) lostOrders.set(id, { _id: newest._id, at: newest.at });
      if (!now) return [own, ...(await deletedWith(rows))];
      return newest ? [own, ...(await formerWith(id, newest.at))] : [own];
    }

    /**
     * The user's payments and returns that were deleted together with an order. The order may have belonged to several customers.
     */
    async function deletedWith(rows: readonly LedgerRow[]): Promise<Former[]> {
      const subjects = new Set(
        rows.flatMap((row) => row.with ?? []).map((_id) => recordOfRow({ _id }).subject),
      );
      const all = [...subjects].map(async (subject): Promise<Former[]> => {
        const own = await allRows(ledger, subject);
        const last = lastForm(own, user);
        if (!last) return [];
        const isPayment = subject.startsWith('payments/');
        const record = isPayment ? showPayment(last as Payment) : showReturn(last as OrderReturn);
        const of = isPayment ? payments : returns;
        return [{ subject, record, timeline: await show(of, Number(subject.split('/')[1]), own) }];
      });
      return (await Promise.all(all)).flat();
    }

    /** The changes of an order's payments and returns up to the time when the order passed to another customer. */
    async function formerWith(order: number, until: string): Promise<Former[]> {
      const found = [
        ...(await ofOrder<Payment>(models.payments, order)).map(({ _id }) => ({ of: payments, _id })),
        ...(await ofOrder<OrderReturn>(models.returns, order)).map(({ _id }) => ({ of: returns, _id })),
      ];
      const all = found.map(async ({ of, _id }) => {
        const subject = `${of.path}/${_id}`;
        const rows = (await allRows(ledger, subject)).filter(({ at }) => at <= until);
        return rows.length === 0 ? [] : [{ subject, record: null, timeline: await show(of, _id, rows) }];
      });
      return (await Promise.all(all)).flat();
    }

    return {
      timeline: async () => show(users, user, await allRows(ledger, `users/${user}`)),
      addresses: async function* () {
        const found = models.addresses
          .find({ user_id: user }, { search: 0 })
          .sort({ _id: 1 })
          .lean<Address[]>();
        for await (const address of found.cursor() as AsyncIterable<Address>)
          yield [{ address: showAddress(address), timeline: await timeline(addresses, address._id) }];
      },
      orders: async function* () {
        const found = models.orders.find({ user_id: user }, { search: 0 }).sort({ _id: 1 }).lean<Order[]>();
        for await (const order of found.cursor() as AsyncIterable<Order>)
          yield [
            {
              order: showOrder(order),
              timeline: await timeline(orders, order._id),
              payments: await paymentsOf(order._id),
              returns: await returnsOf(order._id),
            },
          ];
      },
      formerRecords: async function* () {
        for await (const subjects of formerSubjects(driverDatabase(models.orders.db), user)) {
          if (subjects.length === 0) yield [];
          for (const subject of subjects) yield await former(subject);
        }
      },
      lostOrders,
    };
  };
}

const rowsAtOnce = 1000;

async function allRows(ledger: LedgerCollection, subject: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (;;) {
    const before = rows.at(-1)?._id;
    const found = await findRows(ledger, subject, {
      limit: rowsAtOnce,
      ...(before !== undefined && { before }),
    });
    rows.push(...found);
    if (found.length < rowsAtOnce) return rows;
  }
}

/** The last form of a deleted record. Null if the record belonged to another customer when it was deleted. */
function lastForm(rows: readonly LedgerRow[], user: number): LedgerRow['last'] | null {
  const last = rows.find((row) => row.last)?.last as { user_id?: number } | undefined;
  return last?.user_id === user ? (last as LedgerRow['last']) : null;
}
