import { isOfType } from '../contracts/schema-kit/event-types.ts';

/** What a follower asks for of all events. */
export interface EventChoice {
  /** Types, or beginnings of types with `*` at their end, by comma. */
  type: string | null;
  /** `orders/12` */
  subject: string | null;
}

/** Whether an event is among those that are asked for. */
export function isChosen(event: { type: string; subject: string }, { type, subject }: EventChoice): boolean {
  if (subject !== null && event.subject !== subject) return false;
  if (type === null) return true;
  return type.split(',').some((one) => isOfType(event.type, one));
}
