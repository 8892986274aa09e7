const early = new Map<string, Promise<Response>>();
/** The same request also reports which services' events are delayed. */
const feedPath = '/api/admin/events?limit=1';

/**
 * Sends reads while the console's code is still loading. The SDK's first request for the same URL gets the response. The
 * headers must be those that the SDK sends.
 */
export function readEarly(paths: readonly string[], headers: Record<string, string>): void {
  for (const path of paths) {
    const answer = fetch(path, { headers });
    // A failure is handled by the request that takes the response.
    answer.catch(() => undefined);
    early.set(new URL(path, location.href).href, answer);
  }
}

let feed: { after: string } | undefined;

/** Reads where the feed of events ends, before the reads of the page are sent. */
export function readFeedEarly(headers: Record<string, string>): void {
  readEarly([feedPath], headers);
  void early
    .get(new URL(feedPath, location.href).href)
    ?.then(async (answer) => {
      const { meta } = (await answer.clone().json()) as { meta: { next: string } };
      feed = { after: meta.next };
    })
    .catch(() => undefined);
}

/**
 * The cursor of the feed before the page's reads were sent, which can be taken once. Undefined if the feed's response has not
 * arrived yet.
 */
export function takeFeed(): string | undefined {
  const after = feed?.after;
  feed = undefined;
  return after;
}

/** The response of an early read, which can be taken once. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const answer = method === 'GET' ? early.get(url) : undefined;
  early.delete(url);
  return answer;
}

/** Drops the responses that are left, because they may belong to an earlier session. */
export function dropEarly(): void {
  early.clear();
  feed = undefined;
}
