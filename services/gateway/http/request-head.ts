import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Problem } from '#shared/errors.ts';
import { cutText } from '#shared/process/log.ts';

const maxHeaders = 100;
/** One more than allowed, because Node ignores headers beyond its maximum and the excess would go unnoticed. */
export const readHeaders = maxHeaders + 1;

/** The longer these headers, the longer parsing and ranking takes. Browsers send a tenth of this length. */
const maxListLength = 1024;
const listHeaders = ['accept', 'accept-language', 'accept-encoding', 'prefer'] as const;

/** The longest valid path contains an operation id and has about 500 characters. Matching a long path takes time. */
const maxPathLength = 2048;
const maxQueryLength = 8192;
const maxHostLength = 255;

/** If a request repeats one of these headers, a proxy may use the first value and Node the second. */
const singleHeaders = ['host', 'authorization'];

/** Rejects requests with too many headers, or with headers that a proxy and Node could interpret differently. */
export const requireUnambiguousHeaders: RequestHandler = (request, _response, next) => {
  // Node's parser accepts HTTP/0.9, which has no headers.
  if (request.httpVersionMajor !== 1)
    throw new Problem('malformed_query', { detail: 'The request is not HTTP that can be read.' });
  if (request.rawHeaders.length > 2 * maxHeaders) {
    throw new Problem('header_too_large', { detail: `A request may have ${maxHeaders} headers, no more.` });
  }
  const long = listHeaders.find((name) => (request.headers[name]?.length ?? 0) > maxListLength);
  if (long !== undefined) {
    const detail = `The header ${long} may be ${maxListLength} characters long, no longer.`;
    throw new Problem('header_too_large', { detail });
  }
  refuseUrl(request);
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = singleHeaders.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) {
    throw new Problem('malformed_query', { detail: `The header ${repeated} may be sent once.` });
  }
  if (request.httpVersion === '1.1' && !names.includes('host')) {
    throw new Problem('malformed_query', { detail: 'The header host is missing.' });
  }
  refuseNoHost(request.headers.host);
  next();
};

/**
 * Rejects an invalid host (RFC 9112, 3.2), because links and the store's own origin are built from it. HTTP/1.0 requests may
 * omit the host.
 */
function refuseNoHost(host: string | undefined): void {
  if (host === undefined || (!/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`))) return;
  throw new Problem('malformed_query', { detail: 'The header host names no host.' });
}

const refusals = new WeakMap<IncomingMessage, Problem>();
/** The length to which the log and the response cut a path that is too long. */
const shownPathLength = 256;

/**
 * Express treats a malformed absolute URL as empty and would bypass our routes. This replaces the URL; a later check rejects
 * it.
 */
export function replaceUnreadableUrl(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*' || URL.canParse(url)) return;
  refusals.set(request, new Problem('malformed_query', { detail: 'The URL of the request cannot be read.' }));
  request.url = '/';
}

/** Cuts a URL that is too long, because all code that parses it would take time. A later check rejects the request. */
export function shortenUrl(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.length <= maxPathLength) return;
  const end = url.indexOf('?');
  const pathLength = end < 0 ? url.length : end;
  if (pathLength > maxPathLength) {
    const detail = `The path of a URL may be ${maxPathLength} characters long, no longer.`;
    refusals.set(request, new Problem('header_too_large', { detail }));
    request.url = cutText(url.slice(0, pathLength), shownPathLength);
  } else if (url.length - pathLength > maxQueryLength) {
    const detail = `The query of a URL may be ${maxQueryLength} characters long, no longer.`;
    refusals.set(request, new Problem('malformed_query', { detail }));
    request.url = url.slice(0, pathLength);
  }
}

function refuseUrl(request: IncomingMessage): void {
  const refusal = refusals.get(request);
  if (refusal) throw refusal;
  if ((request.headers.host?.length ?? 0) > maxHostLength) {
    const detail = `The header host may be ${maxHostLength} characters long, no longer.`;
    throw new Problem('header_too_large', { detail });
  }
}
