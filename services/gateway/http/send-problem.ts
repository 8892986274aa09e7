import type { ErrorRequestHandler } from 'express';
import { detail, Problem } from '#shared/contracts/errors.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { problemBody, problemContentType } from '../problems/problem-response.ts';
import { contextOf, pathOf } from './request-context.ts';

/** Longer paths are cut in error responses, because they are rejected as too long anyway. */
const longestInstance = 2048;

/** If a response has already begun, closes the connection, because a partial response must not look complete. */
export function sendProblem(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const context = contextOf(response);
    const { requestId, language } = context;
    if (response.headersSent) {
      log.error({ err: error, request_id: requestId }, 'a response broke off');
      response.destroy();
      return;
    }
    const problem = asProblem(error);
    const reason = problem.details.extra?.['reason'];
    context.refused = typeof reason === 'string' ? `${problem.code}: ${reason}` : problem.code;
    if (problem.code === 'internal_error') log.error({ err: error, request_id: requestId }, 'request failed');
    const { headers = {} } = problem.details;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // An export may have set its file name already.
    response.removeHeader('Content-Disposition');
    // An error response is valid only for this caller and moment, even if the endpoint's normal response may be cached.
    response.setHeader('Cache-Control', 'no-store');
    const body = problemBody(problem.details, {
      language,
      requestId,
      instance: asUri(pathOf(request).slice(0, longestInstance)),
    });
    response.status(problem.status).setHeader('Content-Type', problemContentType(request.headers.accept));
    response.setHeader('Content-Language', language);
    response.end(JSON.stringify(body));
  };
}

/** `instance` is a URI, but a client may send a path with any characters. A path that was cut ends with a remark. */
function asUri(path: string): string {
  return path.replaceAll(/[^!-~]|["<>\\^`{|}]|%(?![\da-f]{2})/gi, (character) =>
    encodeURIComponent(character),
  );
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Express throws this for a path parameter that it cannot decode.
  if (error instanceof URIError) return new Problem('malformed_query', detail('path_not_decoded'));
  // Express and Node set a status on the error when they can't parse a request.
  const status = (error as { status?: unknown }).status;
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('malformed_query');
  return new Problem('internal_error');
}
