/** The orders of the list that an order was opened from, so that the next one is a key away. */
interface OrderWalk {
  /** In the order of the list. */
  ids: readonly number[];
  /** Where the list is, below `/console`, with its filters. */
  list: string;
}

const storageKey = 'console.order-walk';
const personKey = 'console.person';

/** For the list, when one of its orders is opened. */
export function rememberWalk(walk: OrderWalk): void {
  sessionStorage.setItem(storageKey, JSON.stringify(walk));
}

/** For who is signed in now: the person before may have signed out in another tab. */
export function forgetOthers(subject: string): void {
  if (sessionStorage.getItem(personKey) === subject) return;
  forgetPerson();
  sessionStorage.setItem(personKey, subject);
}

/** When a person leaves: drafts hold what they typed, and the address of a list what they searched for. */
export function forgetPerson(): void {
  sessionStorage.clear();
}

/** Where one came from and can go on to. */
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

function remembered(): OrderWalk {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  return isWalk(kept) ? kept : { ids: [], list: '/orders' };
}

function isWalk(kept: unknown): kept is OrderWalk {
  return (
    typeof kept === 'object' && kept !== null && 'ids' in kept && Array.isArray(kept.ids) && 'list' in kept
  );
}
