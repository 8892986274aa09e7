export const daySpelling = /^\d{4}-\d{2}-\d{2}$/;
const momentSpelling =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

export function isCalendarDay(text: string): boolean {
  if (!daySpelling.test(text) || text.startsWith('0000')) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Converts `YYYY-MM-DD` or `YYYY-MM-DD[T ]HH:mm[:ss[.SSS]][offset]` to ISO 8601 UTC with milliseconds. Smaller fractions of a
 * second, such as Carbon's microseconds, are cut off. A time without an offset is in `timeZone`. Null for an impossible day
 * or time, and for any other spelling.
 */
export function parseMoment(text: string, timeZone: string): string | null {
  if (daySpelling.test(text)) return isCalendarDay(text) ? dayRange(text, timeZone).from : null;
  const match = momentSpelling.exec(text);
  if (!match) return null;
  const [, day = '', time = '', seconds = '00', fraction = '', offset] = match;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (!isCalendarDay(day) || hour > 23 || minute > 59 || Number(seconds) > 59) return null;
  const local = `${day}T${time}:${seconds}${fraction.slice(0, '.SSS'.length)}`;
  const at = new Date(
    offset === undefined
      ? Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
      : local + (offset.toUpperCase() === 'Z' ? 'Z' : offset.replace(/(\d{2}):?(\d{2})/, '$1:$2')),
  );
  return Number.isNaN(at.getTime()) || at.getTime() > lastMoment || at.getUTCFullYear() < 0
    ? null
    : at.toISOString();
}

export function dayRange(day: string, timeZone: string): { from: string; until: string } {
  const start = Temporal.PlainDate.from(day);
  return {
    from: toIso(start.toZonedDateTime(timeZone)),
    until: toIso(start.add({ days: 1 }).toZonedDateTime(timeZone)),
  };
}

// Stored times are sorted as text, which does not work for a year of five digits.
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

function toIso(moment: Temporal.ZonedDateTime): string {
  return new Date(Math.min(moment.epochMilliseconds, lastMoment)).toISOString();
}
