import { isChosen } from '#shared/contracts/kit/event-types.ts';
import type { FollowedEvent } from '#shared/engine/events/log-page.ts';
import { newDelivery } from '../deliveries/delivery.ts';
import type { Delivery, DeliveryEvent, Webhook } from '../records/tables.ts';

interface FannedOut {
  deliveries: Delivery[];
  events: DeliveryEvent[];
}

/** Creates a delivery for each event and each endpoint that subscribes to its type, in the order of the events. */
export function fanOut(
  events: readonly FollowedEvent[],
  webhooks: readonly Pick<Webhook, '_id' | 'types'>[],
  { now, nextId }: { now: string; nextId: () => number },
): FannedOut {
  const fanned: FannedOut = { deliveries: [], events: [] };
  for (const event of events) {
    const isAskedFor = (type: string) => isChosen(event, { type, subject: null });
    const asking = webhooks.filter(({ types }) => types.some(isAskedFor));
    if (asking.length === 0) continue;
    const { id, json } = storedEvent(event.json);
    const eventRef = { id, type: event.type, subject: event.subject };
    fanned.events.push({ _id: id, version: 1, json });
    for (const webhook of asking) fanned.deliveries.push(newDelivery(nextId(), webhook, eventRef, now));
  }
  return fanned;
}

interface SentEvent {
  id: string;
  subject: string;
  data: { id?: number; user_id?: number; by?: { area: string; subject: string } | null };
}

/**
 * The event as it is stored and sent. If a shopper caused the event, `by` gets the user's id instead of the subject of their
 * token. The subject may be a name, which an erasure of the person would not remove here.
 */
export function storedEvent(json: string): { id: string; json: string } {
  const event = JSON.parse(json) as SentEvent;
  const { id, subject, data } = event;
  const user = subject.startsWith('users/') ? data.id : data.user_id;
  if (data.by?.area !== 'client' || data.by.subject === String(user)) return { id, json };
  data.by = user === undefined ? null : { ...data.by, subject: String(user) };
  return { id, json: JSON.stringify(event) };
}
