/** What a browser says of where a request comes from. */
export interface RequestSource {
  method: string;
  /** `Sec-Fetch-Site`. */
  site: string | undefined;
  origin: string | undefined;
  referer: string | undefined;
}

/**
 * Whether a request that a cookie speaks for was made by a page of this origin. A browser says so by `Sec-Fetch-Site`, but on
 * plain http only of its own machine: then `Origin` or `Referer` tells. A write names its origin in any case.
 */
export function isFromOwnOrigin({ method, site, origin, referer }: RequestSource, own: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return origin === own;
  if (!isRead) return false;
  return site === 'same-origin' || originOf(referer) === own;
}

function originOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null;
}
