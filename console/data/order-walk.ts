/** The list from which an order was opened. On the order's page, keys lead to the list's next and previous orders. */
interface OrderWalk {
  ids: readonly number[];
  /** The URL of the list, relative to `/console`, with its filters. */
  list: string;
}

const storageKey = 'console.order-walk';
const personKey = 'console.person';

export function rememberWalk(walk: OrderWalk): void {
  sessionStorage.setItem(storageKey, JSON.stringify(walk));
}

/** Clears the input of another person, who may have signed out in another tab. Call it at sign-in. */
export function forgetOthers(subject: string): void {
  if (sessionStorage.getItem(personKey) === subject) return;
  forgetPerson();
  sessionStorage.setItem(personKey, subject);
}

/** Clears what the user typed and searched for. Call it at sign-out. */
export function forgetPerson(): void {
  sessionStorage.clear();
}

export function walkFrom(order: number): {
  list: string;
  previous: number | undefined;
  next: number | undefined;
} {
  const { ids, list } = remembered();
  const at = ids.indexOf(order);
  if (at === -1) return { list: '/orders', previous: undefined, next: undefined };
  return { list, previous: ids[at - 1], next: ids[at + 1] };
}

/** The URL of the list of orders that the user saw last. */
export function lastList(): string {
  return remembered().list;
}

function remembered(): OrderWalk {
  const kept = sessionStorage.getItem(storageKey);
  return kept === null ? { ids: [], list: '/orders' } : (JSON.parse(kept) as OrderWalk);
}
