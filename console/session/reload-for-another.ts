import { forgetPerson } from '../data/order-walk.ts';
import type { Session } from '../data/session-api.ts';

/**
 * Reloads the page if another user has signed in, because memory still contains the first user's data. Returns whether it
 * reloads.
 */
export function reloadForAnother(before: Session, now: Session): boolean {
  const isAnother = before.subject !== now.subject;
  if (isAnother) {
    forgetPerson();
    location.reload();
  }
  return isAnother;
}
