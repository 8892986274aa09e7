import { isOfType } from '../../contracts/kit/event-types.ts';

/** A follower's filter of events. */
export interface EventChoice {
  /** Types, or beginnings of types followed by `*`, separated by commas. */
  type: string | null;
  /** `orders/12` */
  subject: string | null;
}

export function isChosen(event: { type: string; subject: string }, { type, subject }: EventChoice): boolean {
  if (subject !== null && event.subject !== subject) return false;
  if (type === null) return true;
  return type.split(',').some((one) => isOfType(event.type, one));
}
