import { forgetPerson } from '../data/order-walk.ts';
import type { Session } from '../data/session-api.ts';

/** Loads the page again where another person has signed in: what the first one has read and typed is in its memory. → whether */
export function reloadForAnother(before: Session, now: Session): boolean {
  const isAnother = before.subject !== now.subject;
  if (isAnother) {
    forgetPerson();
    location.reload();
  }
  return isAnother;
}
