/** A moment on the shop's clock as an `<input type="datetime-local">` holds it. The store takes it back as it stands there. */
export function shopClock(iso: string | null, timeZone: string): string {
  if (iso === null) return '';
  // Sweden's moments are those of ISO.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  });
  return clock.format(new Date(iso)).replace(' ', 'T');
}
