const early = new Map<string, Promise<Response>>();

/**
 * Sends reads of these absolute URLs while the console's code is still loading. The SDK's first request for the same URL gets the
 * response. The headers must be those that the SDK sends.
 */
export function readEarly(urls: readonly string[], headers: Record<string, string>): void {
  for (const url of urls) {
    const answer = fetch(url, { headers });
    // The code that later uses the response handles a failure. Without this `catch`, the browser would report the failure as
    // unhandled.
    answer.catch(() => undefined);
    early.set(url, answer);
  }
}

/** The response of an early read, which can be taken once. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET') return undefined;
  const answer = early.get(url);
  early.delete(url);
  return answer;
}

/** Drops the responses that no request took, because they may soon be outdated or belong to an earlier session. */
export function dropEarly(): void {
  early.clear();
}
