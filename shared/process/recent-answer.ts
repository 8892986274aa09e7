/** What `ask` answers, or raises, shared by all: it is asked again only by who wants a younger answer than there is. In ms. */
export function recentAnswer<T>(ask: () => Promise<T>): (youngerThanMs: number) => Promise<T> {
  let asked: Promise<T> | undefined;
  let askedAt = -Infinity;
  return (youngerThanMs) => {
    const at = performance.now();
    if (asked === undefined || at - askedAt >= youngerThanMs) [asked, askedAt] = [ask(), at];
    return asked;
  };
}
