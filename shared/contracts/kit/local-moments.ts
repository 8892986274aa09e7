export interface LocalMoment {
  /** The time, in ms since 1970, at which a clock in UTC shows the digits of the local time. */
  wallMs: number;
  /** `+03:00` */
  offset: string;
}

const minuteMs = 60_000;
/** Since 1972, offsets change only at quarters of an hour, so they can be cached by quarter. */
const quarterMs = 15 * minuteMs;
const sinceMs = Date.UTC(1972, 0);
const mostKept = 10_000;

/** Offsets are cached, because time zone look-ups are slow, and many rows of a list are in the same quarter of an hour. */
export function createLocalMoments(timeZone: string): (ms: number) => LocalMoment {
  const kept = new Map<number, number>();

  function minutesAt(ms: number): number {
    if (ms < sinceMs) return offsetMinutes(ms, timeZone);
    const quarter = Math.floor(ms / quarterMs);
    const found = kept.get(quarter);
    if (found !== undefined) return found;
    const minutes = offsetMinutes(ms, timeZone);
    if (kept.size >= mostKept) kept.clear();
    kept.set(quarter, minutes);
    return minutes;
  }

  return (ms) => {
    const minutes = minutesAt(ms);
    return { wallMs: ms + minutes * minuteMs, offset: spelled(minutes) };
  };
}

function offsetMinutes(ms: number, timeZone: string): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  return Math.round(offsetNanoseconds / 1e6 / minuteMs);
}

function spelled(minutes: number): string {
  const size = Math.abs(minutes);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(Math.floor(size / 60))}:${part(size % 60)}`;
}

/** The day (`2026-11-27`) and the hour (0–23) of an ISO 8601 UTC time, in a time zone. */
export type LocalTimeOf = (moment: string) => { day: string; hour: number };

export function localTimes(timeZone: string): LocalTimeOf {
  const local = createLocalMoments(timeZone);
  return (moment) => {
    const [day = '', time = ''] = new Date(local(Date.parse(moment)).wallMs).toISOString().split('T');
    return { day, hour: Number(time.slice(0, 2)) };
  };
}
