import type { MomentRange } from '#shared/contracts/kit/filter-kinds.ts';
import { dayRange } from '#shared/contracts/kit/moments.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';

/** ISO 8601 UTC. `from` is inclusive, `until` is exclusive. */
export type Span = Required<MomentRange>;

/** A range of time, split into whole days in the shop's time zone and the partial days at both ends. */
export interface StatisticsRange extends Span {
  /** `from` is inclusive, `until` is exclusive. Null if the range contains no whole day. */
  days: { from: string; until: string } | null;
  ends: Span[];
}

const defaultDays = 30;

/**
 * Every range ends before this day, so that the day and the month after a range have a year of four digits in every time zone.
 * Days and months are compared as text, which does not work for a year of five digits.
 */
const firstBeyond = '9999-12-01';

/**
 * A missing start is the creation of the oldest order, and a missing end is the end of today. Without a range (`asked` is null),
 * the range is the last 30 days.
 */
export function statisticsRange(
  asked: MomentRange | null,
  { now, oldest, timeZone }: { now: string; oldest: string | null; timeZone: string },
): StatisticsRange {
  const today = dayOf(now, timeZone);
  const first = shifted(today, 1 - defaultDays);
  const end = startOf(firstBeyond, timeZone);
  const { from: begin = asked === null ? startOf(first, timeZone) : (oldest ?? startOf(first, timeZone)) } =
    asked ?? {};
  const from = earlier(begin, end);
  const until = earlier(asked?.until ?? startOf(shifted(today, 1), timeZone), end);
  if (from >= until) return { from, until, days: null, ends: [] };
  const days = { from: firstWholeDay(from, timeZone), until: dayOf(until, timeZone) };
  if (days.from >= days.until) return { from, until, days: null, ends: [{ from, until }] };
  const ends = [
    { from, until: startOf(days.from, timeZone) },
    { from: startOf(days.until, timeZone), until },
  ];
  return { from, until, days, ends: ends.filter((part) => part.from < part.until) };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function firstWholeDay(from: string, timeZone: string): string {
  const day = dayOf(from, timeZone);
  return startOf(day, timeZone) === from ? day : shifted(day, 1);
}

/** The local days that a range overlaps, oldest first. A larger range gives `most` + 1 days, so that callers notice it. */
export function daysOf({ from, until }: Span, timeZone: string, most: number): string[] {
  const days: string[] = [];
  if (from >= until) return days;
  const last = dayOf(before(until), timeZone);
  for (let day = dayOf(from, timeZone); day <= last && days.length <= most; day = shifted(day, 1))
    days.push(day);
  return days;
}

/** The local months that a range overlaps, such as `2026-11`. A larger range gives `most` + 1 months. */
export function monthsOf({ from, until }: Span, timeZone: string, most: number): string[] {
  const months: string[] = [];
  if (from >= until) return months;
  const last = dayOf(before(until), timeZone).slice(0, 7);
  let month = Temporal.PlainYearMonth.from(dayOf(from, timeZone).slice(0, 7));
  for (; month.toString() <= last && months.length <= most; month = month.add({ months: 1 }))
    months.push(month.toString());
  return months;
}

/** The start of a range as a filter value: the first day, or a time within a day. */
export function shownFrom({ from }: Span, timeZone: string): string {
  const day = dayOf(from, timeZone);
  return startOf(day, timeZone) === from ? day : from;
}

/** The end of a range as a filter value: the last day (inclusive), or the first time after the range. */
export function shownTo({ until }: Span, timeZone: string): string {
  const day = dayOf(until, timeZone);
  return startOf(day, timeZone) === until ? shifted(day, -1) : until;
}

function dayOf(moment: string, timeZone: string): string {
  return localTimes(timeZone)(moment).day;
}

function startOf(day: string, timeZone: string): string {
  return dayRange(day, timeZone).from;
}

const dayMs = 86_400_000;

/** Computes with UTC dates, because converting time zones would be slow for years of days. */
function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

function before(until: string): string {
  return new Date(Date.parse(until) - 1).toISOString();
}
