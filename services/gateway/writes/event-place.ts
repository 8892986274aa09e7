import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { parseMoment } from '#shared/contracts/schema-kit/moments.ts';
import type { FieldError } from '#shared/errors.ts';
import type { IdKeys } from '#shared/process/internal-secrets.ts';
import { createCursors } from '../events/cursor.ts';

/**
 * Replaces a place in the event feed with the form that services understand. A cursor becomes the position in each service's
 * events, as JSON. A time becomes ISO 8601 in UTC. The gateway does this because only it can decrypt cursors.
 */
export function withPlaces(
  body: object,
  name: string,
  { keys, locale }: { keys: Pick<IdKeys, 'commands'>; locale: StoreLocale },
): { body: object; errors: FieldError[] } {
  const asked = (body as Readonly<Record<string, unknown>>)[name];
  if (typeof asked !== 'string') return { body, errors: [] };
  const place = placeOf(asked, keys.commands, locale.timeZone);
  if (place === null) return { body, errors: [{ field: name, rule: 'event_place' }] };
  return { body: { ...body, [name]: place }, errors: [] };
}

function placeOf(asked: string, secret: string, timeZone: string): string | null {
  if (asked === '0') return '{}';
  const moment = parseMoment(asked, timeZone);
  if (moment !== null) return moment;
  const places = createCursors(secret, 'admin', serviceNames).open(asked);
  if (places === null) return null;
  return JSON.stringify(
    Object.fromEntries([...places].map(([service, { position }]) => [service, position])),
  );
}
