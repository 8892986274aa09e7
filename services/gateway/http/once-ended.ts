const askedMs = 2_000;

/** While Redis is unavailable, the session counts as open. Returns a function that stops the checks. */
export function onceEnded(hasEnded: (() => Promise<boolean>) | undefined, end: () => void): () => void {
  if (hasEnded === undefined) return () => undefined;
  const ask = async () => {
    if (await hasEnded().catch(() => false)) end();
  };
  const timer = setInterval(() => void ask(), askedMs);
  return () => clearInterval(timer);
}
