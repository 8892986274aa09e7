import { maxTypes } from '#shared/contracts/endpoints/webhooks.ts';
import { events } from '#shared/contracts/events.ts';
import {
  describe,
  object,
  sometimes,
  type BodyOf,
  type StoreLocale,
} from '#shared/contracts/schema-kit/fields.ts';
import { eventTypesByComma } from '#shared/contracts/schema-kit/event-types.ts';
import { integer, text } from '#shared/contracts/schema-kit/field-kinds.ts';
import { validate } from '#shared/contracts/schema-kit/validate.ts';
import { Problem } from '#shared/errors.ts';

const fields = {
  after: describe(
    sometimes(text({ max: 300 })),
    'A cursor: `meta.next`, or the `id` of an event of the stream. Without it from now on; `0`: from the oldest that are kept.',
  ),
  limit: describe(
    sometimes(integer({ min: 1, max: 5000 })),
    'Events in an answer, 100 by default. Not of a stream.',
  ),
  wait: describe(
    sometimes(integer({ min: 0, max: 60 })),
    'Seconds that the answer is held until there is something. Not of a stream.',
  ),
  types: describe(
    sometimes(eventTypesByComma({ max: maxTypes, known: Object.keys(events) })),
    'Their types, or the beginnings of types with `*` (`orders.order.*`), by comma, as of a webhook.',
  ),
  type: describe(sometimes(text({ max: 200 })), 'One of `types`. A type that no event has finds nothing.'),
  subject: describe(sometimes(text({ max: 200 })), 'Of one record alone: `orders/12`.'),
};

export const eventsQuery = object(fields);

export interface EventsAsked {
  /** The cursor as the client sent it. Null: only events from now on. */
  after: string | null;
  limit: number;
  waitMs: number;
  /** Event types or prefixes of types, separated by commas. */
  type: string | null;
  subject: string | null;
}

const usualLimit = 100;

/** Throws `validation_failed` (422) with all invalid parameters. */
export function readEventsQuery(sent: Record<string, unknown>, locale: StoreLocale): EventsAsked {
  const { value, errors } = validate<BodyOf<typeof fields>>(eventsQuery, sent, locale);
  if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
  const { after = null, limit = usualLimit, wait = 0, types, subject = null } = value;
  const type = types?.join(',') ?? value.type ?? null;
  return { after, limit, waitMs: wait * 1000, type, subject };
}
