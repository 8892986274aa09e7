/**
 * Formats a time in the shop's time zone for an `<input type="datetime-local">`. The API accepts this format
 * too.
 */
export function shopClock(iso: string | null, timeZone: string): string {
  if (iso === null) return '';
  // The Swedish locale formats dates and times like ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  });
  return clock.format(new Date(iso)).replace(' ', 'T');
}
