/** Shares the result or error of `ask` among callers. Calls `ask` again only for a caller who needs a more recent result. */
export function recentAnswer<T>(ask: () => Promise<T>): (youngerThanMs: number) => Promise<T> {
  let asked: Promise<T> | undefined;
  let askedAt = -Infinity;
  return (youngerThanMs) => {
    const at = performance.now();
    if (asked === undefined || at - askedAt >= youngerThanMs) [asked, askedAt] = [ask(), at];
    return asked;
  };
}
