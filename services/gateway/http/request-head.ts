import type { RequestHandler } from 'express';
import { Problem } from '#shared/errors.ts';

const maxHeaders = 100;

/** Of two of these a proxy in front may use the first and Node the other, or neither. */
const singleHeaders = ['host', 'authorization'];

/** Refuses requests whose headers could mean different things to different readers, or are too many. */
export const requireUnambiguousHeaders: RequestHandler = (request, _response, next) => {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  if (names.length > maxHeaders) {
    throw new Problem('header_too_large', {
      detail: `A request may have ${maxHeaders} headers, this one has ${names.length}.`,
    });
  }
  const repeated = singleHeaders.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) {
    throw new Problem('malformed_query', { detail: `The header ${repeated} may be sent once.` });
  }
  if (request.httpVersion === '1.1' && !names.includes('host')) {
    throw new Problem('malformed_query', { detail: 'The header host is missing.' });
  }
  next();
};
