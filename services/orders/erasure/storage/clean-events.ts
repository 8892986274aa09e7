import { eventLogCollection, type LogEntry, type LoggedEvent } from '#shared/engine/events/event-log.ts';
import type { CleaningStep, ErasedPeople } from './erased-people.ts';
import { nextPortion } from './next-portion.ts';

/** Replaces the subject of a shopper's token with the user's id. No other text in events is about people. */
export const cleanEvents: CleaningStep = async ({ db }, people, after) => {
  const { users } = people;
  const log = db.collection<LogEntry>(eventLogCollection);
  const matching = {
    $or: [{ owners: { $in: [...users] } }, { 'events.subject': { $in: subjectsOf(people) } }],
  };
  const portion = await nextPortion(log, matching, after);
  for (const { _id, events } of portion?.found ?? []) {
    const cleaned = events.map((event) => cleanedEvent(event, people));
    const changes = cleaned.flatMap((event, index) =>
      event === events[index] ? [] : [[`events.${index}.json`, event.json] as const],
    );
    if (changes.length > 0) await log.updateOne({ _id }, { $set: Object.fromEntries(changes) });
  }
  return portion?.last ?? null;
};

function subjectsOf({ erasures }: ErasedPeople): string[] {
  return erasures.flatMap(({ _id, addresses }) => [
    `users/${_id}`,
    ...addresses.map((id) => `addresses/${id}`),
  ]);
}

interface EventBody {
  data?: { by?: { area?: string; subject?: string } | null };
}

function cleanedEvent(event: LoggedEvent, { erasures }: ErasedPeople): LoggedEvent {
  const whose = erasures.find(
    ({ _id, addresses }) =>
      event.owner === _id ||
      event.subject === `users/${_id}` ||
      addresses.some((id) => event.subject === `addresses/${id}`),
  );
  const body = whose ? (JSON.parse(event.json) as EventBody) : null;
  const by = body?.data?.by;
  if (!whose || by?.area !== 'client' || by.subject === String(whose._id)) return event;
  by.subject = String(whose._id);
  return { ...event, json: JSON.stringify(body) };
}
