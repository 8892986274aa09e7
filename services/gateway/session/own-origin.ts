/** The headers in which a browser states where a request comes from. */
export interface RequestSource {
  method: string;
  /** The header `Sec-Fetch-Site`. */
  site: string | undefined;
  origin: string | undefined;
  referer: string | undefined;
}

/**
 * Whether a page of this origin made a request that a cookie authenticates. Browsers send `Sec-Fetch-Site`, but on plain http
 * only to localhost. Without that header, `Origin` or `Referer` must match. A write always needs `Origin`.
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
