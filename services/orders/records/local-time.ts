interface LocalTime {
  /** `2026-11-27` */
  day: string;
  /** 0–23 */
  hour: number;
}

export type LocalTimeOf = (moment: string) => LocalTime;

const remembered = 20_000;
const minute = 'YYYY-MM-DDTHH:MM'.length;

/** Converts ISO 8601 UTC times to a time zone. Results are cached per minute, because time-zone offsets never change within a minute. */
export function localTimes(timeZone: string): LocalTimeOf {
  const known = new Map<string, LocalTime>();
  return (moment) => {
    const key = moment.slice(0, minute);
    const kept = known.get(key);
    if (kept) return kept;
    const at = Temporal.Instant.from(`${key}:00Z`).toZonedDateTimeISO(timeZone);
    const time = { day: at.toPlainDate().toString(), hour: at.hour };
    if (known.size >= remembered) known.clear();
    known.set(key, time);
    return time;
  };
}
