import type { Command } from '../../contracts/kit/define.ts';
import type { EventDraft } from '../decide/handler.ts';
import type { EntryIds } from '../events/entry-id.ts';
import {
  eventsAtOnce,
  sizeOfEvent,
  type LoggedEvent,
  type LogEntry,
  inPortions,
} from '../events/event-log.ts';
import { toCloudEvent, type CloudEvent } from './messages.ts';

/** Groups events into entries of the event log. The position of an entry is 0 until the relay, a background job, assigns one. */
export function toEntries(
  drafts: readonly { command: Pick<Command, 'traceparent'>; draft: EventDraft }[],
  { source, now, nextId }: { source: string; now: string; nextId: EntryIds },
): LogEntry[] {
  const logged = drafts.map(({ command: { traceparent }, draft }) => ({
    ...toLoggedEvent(toCloudEvent(draft, { source, now, traceparent })),
    ...(draft.former && { former: draft.former }),
  }));
  return inPortions(logged, eventsAtOnce, sizeOfEvent).map((events) => {
    const owners = [...new Set(events.flatMap(({ owner }) => owner ?? []))];
    return {
      _id: nextId(),
      at: now,
      position: 0,
      count: events.length,
      ...(owners.length > 0 && { owners }),
      events,
    };
  });
}

export function toLoggedEvent(event: CloudEvent): LoggedEvent {
  const { id, type, subject, traceparent = null } = event;
  const owner = ownerOf(event);
  return { id, type, subject, ...(owner !== null && { owner }), traceparent, json: JSON.stringify(event) };
}

/**
 * The owner of the event's order, who may read the event. Null if only staff may read the event, for example about a note that
 * staff wrote.
 */
function ownerOf({ type, data }: Pick<CloudEvent, 'type' | 'data'>): number | null {
  const isTheirs = type.startsWith('orders.order.') && !type.startsWith('orders.order.noted.');
  const user = isTheirs ? data['user_id'] : null;
  return typeof user === 'number' ? user : null;
}
