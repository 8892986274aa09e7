import type { Change, Decision, EventDraft, State, Handler } from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import { removal, type Deleter } from '#shared/engine/decide/deletion.ts';
import { recordOfRow } from '#shared/engine/decide/ledger-row.ts';
import { existing } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { stockHoldingStates } from '#shared/contracts/endpoints/order-states.ts';
import { personalOrderFields } from '#shared/contracts/endpoints/order-fields.ts';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { digitsOf, foldText } from '#shared/contracts/kit/fold-text.ts';
import type { Cause } from '#shared/engine/decide/bulk-operation.ts';
import { isToRefund } from '../payments/balance.ts';
import { addressEvent } from '../customers/address.ts';
import type {
  Address,
  Erasure,
  Order,
  OrdersHandler,
  OrdersTables,
  User,
  SavedViews,
  OrdersNeeds,
} from '../records/tables.ts';
import { senderOf, type KeyOfExternal } from '../customers/sender.ts';
import { userEvent } from '../customers/user.ts';
import { withViews } from '../shop/saved-views.ts';

/** The id sequences of records that another worker may create for the user while this worker erases the user. */
const sequences = ['orders', 'addresses'];

const personNeeds = (user: number): OrdersNeeds => ({
  users: [user],
  addressesOf: [user],
  carts: [user],
  viewsOfStaff: [true],
  erasures: [user],
  // Loads all ledger rows of the user, which show the former external ids.
  expected: [{ table: 'users', id: user, version: 0 }],
});

/** Deletes a user and records the erasure. Cleaning rounds later remove the person's data from other records. */
export function eraseUser(keyOf: KeyOfExternal): OrdersHandler<'users.delete'> {
  return {
    needs: ({ params: { user } }) => ({ ...personNeeds(user), openOrdersOf: [user], sequences }),
    decide: (state, command, { now, nextId }) => {
      const user = existing(state.users, command.params.user, command);
      const { reason } = command.body;
      refuseWithOpenOrders(state, user._id);
      // The creation of a record also takes an id. So the two transactions conflict, and the later one reads the data again.
      for (const sequence of sequences) nextId(sequence);
      return {
        answer: { status: 204 },
        ...(typeof reason === 'string' && { reason }),
        ...personErased(state, user, { command, now, keyOf }),
      };
    },
  };
}

interface Person {
  user: User;
  addresses: readonly Address[];
}

function personErased(
  state: State<OrdersTables>,
  user: User,
  { command, now, keyOf }: { command: Command; now: string; keyOf: KeyOfExternal },
): Pick<Decision<OrdersTables>, 'erases' | 'changes' | 'events'> {
  // Throws 409 if one of the addresses is damaged, because the erasure must delete all of them.
  const addresses = allRecords(state.addresses, ({ user_id: owner }) => owner === user._id);
  const { changes, events } = possessionsRemoved(state, user._id, { addresses, deleter: command, now });
  return {
    erases: true,
    changes: [
      ...removal('users', user, command, now),
      ...changes,
      ...viewsAboutPersonRemoved(state, { user, addresses }, { command, now }),
      { table: 'erasures', put: newErasure(state, { user, addresses }, { command, now, keyOf }) },
    ],
    events: [userEvent('deleted', user), userEvent('erased', user), ...events],
  };
}

function refuseWithOpenOrders(state: State<OrdersTables>, userId: number): void {
  const open = allRecords(state.orders, (order) => order.user_id === userId).filter(isUnsettled);
  if (open.length === 0) return;
  const orders = open.map(({ _id: id, order_number, status }) => ({ id, order_number, status }));
  const numbers = orders.map(({ order_number: number }) => number).join(', ');
  throw new Problem('conflict', { ...detail('open_orders', { numbers }), extra: { orders } });
}

function isUnsettled(order: Order): boolean {
  return stockHoldingStates.includes(order.status) || (order.open_returns ?? 0) > 0 || isToRefund(order);
}

export function possessionsRemoved(
  state: State<OrdersTables>,
  userId: number,
  { addresses, deleter, now }: { addresses: readonly Address[]; deleter: Deleter; now: string },
): { changes: Change<OrdersTables>[]; events: EventDraft[] } {
  const cart = state.carts.get(userId);
  return {
    changes: [
      ...addresses.flatMap((address) => removal('addresses', address, deleter, now)),
      ...(cart ? [{ table: 'carts' as const, remove: userId }] : []),
    ],
    events: addresses.map((address) => addressEvent('deleted', address)),
  };
}

function newErasure(
  state: State<OrdersTables>,
  { user, addresses }: Person,
  { command, now, keyOf }: { command: Command; now: string; keyOf: KeyOfExternal },
): Erasure {
  const { _id, external_id: externalId } = user;
  // If a restore or a manual change brought the person back, the person already has an erasure.
  const former = state.erasures.get(_id);
  const rows = state.ledgerRows.values().filter((row) => recordOfRow(row).subject === `users/${_id}`);
  const { owners, former_keys: formerKeys } = senderOf(user, [...rows], { at: now, keyOf });
  const { id, caller, requestId } = command;
  return {
    ...former,
    _id,
    version: (former?.version ?? 0) + 1,
    at: now,
    owners: [...new Set([...(former?.owners ?? []), ...owners])],
    ...(externalId !== undefined && { external_key: keyOf(externalId) }),
    former_keys: [...(former?.former_keys ?? []), ...formerKeys],
    addresses: [...new Set([...(former?.addresses ?? []), ...addresses.map((address) => address._id)])],
    by: { id, caller, requestId },
    rounds: 0,
    due_at: now,
  };
}

/** Shorter texts, and phone numbers with fewer digits, are too common to identify a person. */
const [leastLetters, leastDigits] = [6, 7];

/**
 * The filters by personal fields of orders, such as `filters[notes]` in the query of a saved view. The filter's text may be about
 * the erased person. This command cannot check that, because it does not load the person's orders.
 */
const personalFilters = new Set(personalOrderFields.map((name) => `filters[${name}]`));

/**
 * Removes saved views that identify a person by e-mail, phone, external id, or by a name or street of several words. Also removes
 * all views that filter by a personal field of orders.
 */
function viewsAboutPersonRemoved(
  { savedViews }: Pick<State<OrdersTables>, 'savedViews'>,
  person: Person,
  { command, now }: { command: Pick<Command, 'caller'>; now: string },
): Change<OrdersTables>[] {
  const isAbout = aboutPerson(person);
  return [...savedViews.values()].flatMap((own) => {
    const views = own.views.filter((view) => !isAbout(view));
    return views.length === own.views.length
      ? []
      : [{ table: 'savedViews' as const, put: withViews(own, views, command, now) }];
  });
}

function aboutPerson({ user, addresses }: Person) {
  const { name, email, phone, external_id: externalId } = user;
  const ofWords = [name, ...addresses.map(({ line1 }) => line1)].filter((text) => text.trim().includes(' '));
  const words = [email, externalId ?? '', ...ofWords]
    .map((text) => foldText(text.trim()))
    .filter(({ length }) => length >= leastLetters);
  const phones = [phone, ...addresses.map((address) => address.phone)]
    .map((number) => digitsOf(number ?? ''))
    .filter(({ length }) => length >= leastDigits);
  const identifies = (text: string): boolean => {
    const [folded, digits] = [foldText(text), digitsOf(text)];
    return words.some((word) => folded.includes(word)) || phones.some((number) => digits.includes(number));
  };
  return ({ name, query }: SavedViews['views'][number]): boolean => {
    const filters = new URLSearchParams(query ?? '');
    return (
      filters.keys().some((key) => personalFilters.has(key)) || [name, ...filters.values()].some(identifies)
    );
  };
}

/** This internal command erases a person again after a restore or a manual change brought the person's data back. */
export const againCommand = 'erasure.again';

type Again = Command<typeof againCommand, Record<string, never>, { user: number }>;

/** Open orders do not block this erasure. The first erasure required that they be closed, and staff must close them again. */
export function eraseAgain(keyOf: KeyOfExternal): Handler<OrdersTables, OrdersNeeds, Again> {
  return {
    needs: ({ body: { user = 0 } }) => personNeeds(user),
    decide: (state, command, { now }) => {
      const user = state.users.get(command.body.user);
      return {
        answer: { status: 200 },
        ...(user ? personErased(state, user, { command, now, keyOf }) : { changes: [], events: [] }),
      };
    },
  };
}

export function erasingAgain(user: number, at: string): Again & Cause {
  const id = `erasure-again-${user}`;
  return {
    id,
    type: againCommand,
    params: {},
    body: { user },
    caller: { area: 'admin', subject: 'restore', userId: null },
    language: 'en',
    fingerprint: '',
    ifMatch: null,
    at,
    requestId: id,
    isOperation: false,
  };
}
