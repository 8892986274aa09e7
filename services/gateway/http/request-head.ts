import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Problem } from '#shared/errors.ts';
import { cutText } from '#shared/process/log-text.ts';

const maxHeaders = 100;
/** One more than there may be: Node drops the others. */
export const readHeaders = maxHeaders + 1;

/** What has to be taken apart and weighed costs time by its length; browsers send a tenth of this. */
const maxListLength = 1024;
const listHeaders = ['accept', 'accept-language', 'accept-encoding', 'prefer'] as const;

/** The longest path that there is, with the id of an operation, has some 500 characters; matching a long one takes its time. */
const maxPathLength = 2048;
const maxQueryLength = 8192;
const maxHostLength = 255;

/** Of two of these a proxy in front may use the first and Node the other, or neither. */
const singleHeaders = ['host', 'authorization'];

/** Refuses requests whose headers could mean different things to different readers, or are too many. */
export const requireUnambiguousHeaders: RequestHandler = (request, _response, next) => {
  // Node's parser lets HTTP/0.9 through, which has no headers.
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

/** RFC 9112, 3.2. Links and the store's own origin are made of it. Before HTTP/1.1 there may be none. */
function refuseNoHost(host: string | undefined): void {
  if (host === undefined || (!/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`))) return;
  throw new Problem('malformed_query', { detail: 'The header host names no host.' });
}

const refusals = new WeakMap<IncomingMessage, Problem>();
/** Of a path that is too long, for the log and the answer. */
const shownPathLength = 256;

/** Of an absolute URL that is none Express would make nothing, and answer past every part of this store. */
export function replaceUnreadableUrl(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*' || URL.canParse(url)) return;
  refusals.set(request, new Problem('malformed_query', { detail: 'The URL of the request cannot be read.' }));
  request.url = '/';
}

/** Each part that looks at a URL takes its time: of one that is too long, only its beginning goes on, to be refused. */
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
