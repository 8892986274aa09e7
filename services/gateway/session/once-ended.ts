const askedMs = 2_000;

/** Asks now and then whether the session is over. While Redis is away it is not known to be. → how to stop asking. */
export function onceEnded(hasEnded: (() => Promise<boolean>) | undefined, end: () => void): () => void {
  if (hasEnded === undefined) return () => undefined;
  const ask = async () => {
    if (await hasEnded().catch(() => false)) end();
  };
  const timer = setInterval(() => void ask(), askedMs);
  return () => clearInterval(timer);
}
