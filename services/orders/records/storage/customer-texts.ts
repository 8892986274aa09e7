import { hash } from 'node:crypto';
import type { Write } from '#shared/engine/commands/batch-store.ts';
import type { Operation } from '#shared/platform/mongo/write-statement.ts';
import { digitsOf } from '#shared/contracts/kit/fold-text.ts';
import { searchText, separator, gramsOf } from '#shared/engine/lists/search-text.ts';
import type { Address, OrdersTables, User } from '../tables.ts';

/**
 * The length of the n-grams of customers' texts. Names share many short n-grams: an n-gram of four characters matches only a
 * tenth of the texts that one of three characters matches.
 */
export const customerGramLength = 4;

/** The fields of an order's address that `filters[customer]` searches. */
type AddressCopy = Pick<Address, 'line1' | 'line2' | 'city' | 'phone'>;

/**
 * A text by which `filters[customer]` finds orders: a customer's current data, or a name or address that was copied onto
 * orders. Orders keep their copies. So the texts of former names and addresses stay too, even after a deletion. Writing an
 * order writes none of these texts.
 */
export interface CustomerText {
  _id: string;
  user_id: number;
  address_id?: number;
  /** The text finds only the orders with this copy of a name or address. Absent: it finds all orders of the user. */
  copy?: { name: string } | AddressCopy;
  /** Case-folded. Empty: the user was deleted. */
  text: string;
  /** The digits of the phone number. */
  digits: string;
  grams: string[];
}

function userText({ _id, name, email, phone }: User): CustomerText {
  return customerText({ _id: `user:${_id}`, user_id: _id }, [name, email, phone], phone);
}

/** An empty text that replaces the text of a deleted user, so that a concurrent write cannot store the former text again. */
function goneUserText(id: number): CustomerText {
  return customerText({ _id: `user:${id}`, user_id: id }, [], null);
}

function copiedNameText({ _id: id, name }: User): CustomerText {
  const of = { _id: `name:${id}:${keyOf([name])}`, user_id: id, copy: { name } };
  return customerText(of, [name], null);
}

function copiedAddressText({ _id: id, user_id, line1, line2, city, phone }: Address): CustomerText {
  const copy = { line1, line2: line2 ?? null, city, phone: phone ?? null };
  const values = Object.values(copy);
  const of = { _id: `address:${id}:${keyOf(values)}`, user_id, address_id: id, copy };
  return customerText(of, values, copy.phone);
}

/** The operations belong in the transaction that writes the users or addresses. */
export function customerTextOperations(writes: readonly Write<OrdersTables>[]): Operation[] {
  const texts = writes.flatMap(({ table, before, after }) => {
    if (table === 'users') return textsOfUser(before as User | null, after as User | null);
    if (table === 'addresses') return textsOfAddress(before as Address | null, after as Address | null);
    return [];
  });
  return texts.map((text) => ({
    replaceOne: { filter: { _id: text._id }, replacement: text, upsert: true },
  }));
}

function textsOfUser(before: User | null, after: User | null): CustomerText[] {
  const former = before && before.name !== after?.name ? [copiedNameText(before)] : [];
  if (!after) return [...(before ? [goneUserText(before._id)] : []), ...former];
  const isSame = before !== null && differsNowhere(before, after, ['name', 'email', 'phone']);
  return isSame ? [] : [userText(after), ...former];
}

function textsOfAddress(before: Address | null, after: Address | null): CustomerText[] {
  if (!after) return [];
  const shown = ['user_id', 'line1', 'line2', 'city', 'phone'] as const;
  if (before !== null && differsNowhere(before, after, shown)) return [];
  return [copiedAddressText(after)];
}

function differsNowhere<R>(before: R, after: R, fields: readonly (keyof R)[]): boolean {
  return fields.every((field) => before[field] === after[field]);
}

function customerText(
  of: Pick<CustomerText, '_id' | 'user_id' | 'address_id' | 'copy'>,
  fields: readonly (string | null)[],
  phone: string | null,
): CustomerText {
  const text = searchText(fields);
  const digits = digitsOf(phone ?? '');
  return { ...of, text, digits, grams: gramsOf(`${text}${separator}${digits}`, customerGramLength) };
}

/** A key made from the text's values, so that different texts of one record get different ids. */
function keyOf(values: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22);
}
