import type { RequestHandler } from 'express';
import { Problem } from '#shared/errors.ts';

const mostHeaders = 100;

/** A proxy in front may go by the first of two of these, Node goes by the other or by neither. */
const single = ['host', 'authorization'];

/** Refuses requests whose headers could mean different things to different readers, or are too many. */
export const requireClearHead: RequestHandler = (request, _response, next) => {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  if (names.length > mostHeaders) {
    throw new Problem('header_too_large', {
      detail: `A request may have ${mostHeaders} headers, this one has ${names.length}.`,
    });
  }
  const repeated = single.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) {
    throw new Problem('malformed_query', { detail: `The header ${repeated} may be sent once.` });
  }
  if (request.httpVersion === '1.1' && !names.includes('host')) {
    throw new Problem('malformed_query', { detail: 'The header host is missing.' });
  }
  next();
};
