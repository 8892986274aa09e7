/** What a follower asks for of all events. */
export interface EventChoice {
  /** A type, or the beginning of types with `*` at its end. */
  type: string | null;
  /** `orders/12` */
  subject: string | null;
}

/** Whether an event is among those that are asked for. */
export function isChosen(event: { type: string; subject: string }, { type, subject }: EventChoice): boolean {
  if (subject !== null && event.subject !== subject) return false;
  if (type === null) return true;
  return type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type;
}
