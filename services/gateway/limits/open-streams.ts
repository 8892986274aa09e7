import { Problem } from '#shared/errors.ts';
import { createCallerLimit, type CallerLimit } from './caller-limit.ts';

/** Limits the event streams and long polls that each caller has open. */
export function createOpenStreams(perCaller: number): CallerLimit {
  return createCallerLimit(perCaller, tooManyStreams);
}

function tooManyStreams(limit: number): Problem {
  return new Problem('too_many_requests', {
    detail: `You have ${limit} streams of events open and may have no more. Close some first.`,
    extra: { limit },
    headers: { 'Retry-After': '5' },
  });
}
