export interface LocalMoment {
  /** The local time as if it were UTC, in ms since 1970. With the offset `+03:00`, it is three hours more than the real time. */
  wallMs: number;
  /** The offset from UTC, such as `+03:00`. */
  offset: string;
}

const minuteMs = 60_000;

/** A time between two clock changes, in ms since 1970. `until` is exclusive. */
interface Period {
  from: number;
  until: number;
  /** The offset from UTC. */
  minutes: number;
}

const mostKept = 100;

/** Periods between clock changes are cached, because a time zone look-up is slow. */
export function createLocalMoments(timeZone: string): (ms: number) => LocalMoment {
  let kept: Period[] = [];

  function minutesAt(ms: number): number {
    const found = kept.find(({ from, until }) => ms >= from && ms < until);
    if (found) return found.minutes;
    const period = periodAt(ms, timeZone);
    kept = kept.length < mostKept ? [...kept, period] : [period];
    return period.minutes;
  }

  return (ms) => {
    const minutes = minutesAt(ms);
    return { wallMs: ms + minutes * minuteMs, offset: spelled(minutes) };
  };
}

/** The periods that a range of time touches, oldest first. `from` is in the first period, and the last does not end before `until`. */
export function clockPeriods(timeZone: string, from: number, until: number): Period[] {
  const periods = [periodAt(from, timeZone)];
  for (let last = periods[0]; last && last.until < until; last = periods.at(-1))
    periods.push(periodAt(last.until, timeZone));
  return periods;
}

function periodAt(ms: number, timeZone: string): Period {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  // `previous` looks for a change before a time, and this change may be exactly at `ms`.
  const from = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const until = at.getTimeZoneTransition('next');
  return {
    from: from?.epochMilliseconds ?? -Infinity,
    until: until?.epochMilliseconds ?? Infinity,
    minutes: Math.round(at.offsetNanoseconds / 1e6 / minuteMs),
  };
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
