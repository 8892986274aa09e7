const renewAfterMs = 6 * 3_600_000;

/** Caches a token, and renews it long before it expires after 12 hours. */
export function cachedToken(
  make: () => Promise<string>,
  now: () => number = Date.now,
): () => Promise<string> {
  let cached: { token: string; at: number } | undefined;
  return async () => {
    if (cached === undefined || now() - cached.at >= renewAfterMs)
      cached = { at: now(), token: await make() };
    return cached.token;
  };
}
