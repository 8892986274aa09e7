import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { cutText } from '#shared/platform/process/log.ts';

const maxHeaders = 100;
/** One more than the allowed number of headers. Node silently drops any further header, so no check could notice it. */
export const readHeaders = maxHeaders + 1;

/** The maximum length of each of the `listHeaders`. A longer list takes long to parse and sort. Browsers send a tenth of this. */
const maxListLength = 1024;
const listHeaders = ['accept', 'accept-language', 'accept-encoding', 'prefer'] as const;

/** The longest valid path contains an operation id and has about 500 characters. Matching a long path takes time. */
const maxPathLength = 2048;
const maxQueryLength = 8192;
const maxHostLength = 255;

/** Headers that a request must not repeat, because a proxy may use the first value and Node the second. */
const singleHeaders = ['host', 'authorization'];

export const requireUnambiguousHeaders: RequestHandler = (request, _response, next) => {
  // Node's parser accepts HTTP/0.9, which has no headers.
  if (request.httpVersionMajor !== 1) throw new Problem('malformed_query', detail('not_http'));
  if (request.rawHeaders.length > 2 * maxHeaders) {
    throw new Problem('header_too_large', detail('too_many_headers', { limit: maxHeaders }));
  }
  const long = listHeaders.find((name) => (request.headers[name]?.length ?? 0) > maxListLength);
  if (long !== undefined) throw tooLong(long, maxListLength);
  const refusal = refusals.get(request);
  if (refusal) throw refusal;
  const { host } = request.headers;
  if (host !== undefined && host.length > maxHostLength) throw tooLong('host', maxHostLength);
  const repeated = singleHeaders.find((name) => (request.headersDistinct[name]?.length ?? 0) > 1);
  if (repeated !== undefined)
    throw new Problem('malformed_query', detail('header_repeated', { name: repeated }));
  if (request.httpVersion === '1.1' && host === undefined)
    throw new Problem('malformed_query', detail('host_missing'));
  // RFC 9112, 3.2. Links contain the host. An HTTP/1.0 request may have no host.
  if (host !== undefined && (/[\s/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)))
    throw new Problem('malformed_query', detail('host_invalid'));
  next();
};

/**
 * Removes the parameters of media types from `Accept`, such as `charset=utf-8`, and keeps `q`. Express would find that no media
 * type of the gateway has these parameters.
 */
export const ignoreAcceptParameters: RequestHandler = ({ headers }, _response, next) => {
  headers.accept = headers.accept
    ?.split(',')
    .map((range) => range.split(';').filter((part, index) => index === 0 || /^\s*q\s*=/i.test(part)))
    .map((parts) => parts.join(';'))
    .join(',');
  next();
};

/** The errors of URLs that `replaceUnreadableUrl` or `shortenUrl` replaced. `requireUnambiguousHeaders` throws them. */
const refusals = new WeakMap<IncomingMessage, Problem>();
/** The log and the response cut a path that is too long to this length. */
const shownPathLength = 256;

/** Express treats a malformed absolute URL as empty and would bypass our routes. The request is rejected later. */
export function replaceUnreadableUrl(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*' || URL.canParse(url)) return;
  refusals.set(request, new Problem('malformed_query', detail('url_unreadable')));
  request.url = '/';
}

/** Shortens a URL that is too long, so that no code spends time on parsing it. The request is rejected later. */
export function shortenUrl(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.length <= maxPathLength) return;
  const end = url.indexOf('?');
  const pathLength = end < 0 ? url.length : end;
  if (pathLength > maxPathLength) {
    refusals.set(request, new Problem('header_too_large', detail('path_too_long', { limit: maxPathLength })));
    request.url = cutText(url.slice(0, pathLength), shownPathLength);
  } else if (url.length - pathLength > maxQueryLength) {
    refusals.set(
      request,
      new Problem('malformed_query', detail('query_too_long', { limit: maxQueryLength })),
    );
    request.url = url.slice(0, pathLength);
  }
}

function tooLong(name: string, limit: number): Problem {
  return new Problem('header_too_large', detail('header_too_long', { name, limit }));
}
