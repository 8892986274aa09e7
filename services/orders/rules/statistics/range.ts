import type { MomentRange } from '#shared/contracts/schema-kit/filter-kinds.ts';
import { dayRange } from '#shared/contracts/schema-kit/moments.ts';
import { localTimes } from './local-time.ts';

/** ISO 8601 UTC: from the first moment on, up to the second without it. */
export type Span = Required<MomentRange>;

/** A range of moments as the days of the store's time zone that it holds whole, and what is left of others at its ends. */
export interface StatisticsRange extends Span {
  /** From the first on, up to the second without it; null: it holds none. */
  days: { from: string; until: string } | null;
  ends: Span[];
}

const defaultDays = 30;

/** Of a range that is open at an end: from the oldest order on, up to the end of today. */
export function statisticsRange(
  asked: MomentRange | null,
  { now, oldest, timeZone }: { now: string; oldest: string | null; timeZone: string },
): StatisticsRange {
  const today = dayOf(now, timeZone);
  const first = shifted(today, 1 - defaultDays);
  const { from = asked === null ? startOf(first, timeZone) : (oldest ?? startOf(first, timeZone)) } =
    asked ?? {};
  const until = asked?.until ?? startOf(shifted(today, 1), timeZone);
  if (from >= until) return { from, until, days: null, ends: [] };
  const days = { from: firstWholeDay(from, timeZone), until: dayOf(until, timeZone) };
  if (days.from >= days.until) return { from, until, days: null, ends: [{ from, until }] };
  const ends = [
    { from, until: startOf(days.from, timeZone) },
    { from: startOf(days.until, timeZone), until },
  ];
  return { from, until, days, ends: ends.filter((end) => end.from < end.until) };
}

function firstWholeDay(from: string, timeZone: string): string {
  const day = dayOf(from, timeZone);
  return startOf(day, timeZone) === from ? day : shifted(day, 1);
}

/** The local days that a range meets, in their order; no more than `most` and one. */
export function daysOf({ from, until }: Span, timeZone: string, most: number): string[] {
  const days: string[] = [];
  if (from >= until) return days;
  const last = dayOf(before(until), timeZone);
  for (let day = dayOf(from, timeZone); day <= last && days.length <= most; day = shifted(day, 1))
    days.push(day);
  return days;
}

/** `2026-11` */
export function monthsOf({ from, until }: Span, timeZone: string, most: number): string[] {
  const months: string[] = [];
  if (from >= until) return months;
  const last = dayOf(before(until), timeZone).slice(0, 7);
  let month = Temporal.PlainYearMonth.from(dayOf(from, timeZone).slice(0, 7));
  for (; month.toString() <= last && months.length <= most; month = month.add({ months: 1 }))
    months.push(month.toString());
  return months;
}

/** As a filter would spell it: the first day, or a moment within one. */
export function shownFrom({ from }: Span, timeZone: string): string {
  const day = dayOf(from, timeZone);
  return startOf(day, timeZone) === from ? day : from;
}

/** As a filter would spell it: the last day, inclusive, or the first moment that is not within. */
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

/** Days of the calendar, which have no time zone: a year of them is walked for each answer. */
function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

function before(until: string): string {
  return new Date(Date.parse(until) - 1).toISOString();
}
