import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';

/** Limits how many open responses of one kind each caller may have in this gateway. */
export interface CallerLimit {
  /** Counts a response until it ends. Throws when the caller has reached the limit. */
  add: (caller: string, response: Response) => void;
}

/** `refusal` creates the error and is called with the limit. */
export function createCallerLimit(limit: number, refusal: (limit: number) => Problem): CallerLimit {
  const counts = new Map<string, number>();

  function forget(caller: string): void {
    const left = (counts.get(caller) ?? 1) - 1;
    if (left > 0) counts.set(caller, left);
    else counts.delete(caller);
  }

  return {
    add: (caller, response) => {
      const count = counts.get(caller) ?? 0;
      if (count >= limit) throw refusal(limit);
      // A client that has already disconnected emits no further `close` event, so the response must not be counted.
      if (response.destroyed) return;
      counts.set(caller, count + 1);
      response.once('close', () => forget(caller));
    },
  };
}

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
