import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';

/** Bounds how many answers of one kind each caller may have under way in this gateway. */
export interface CallerLimit {
  /** Counts an answer until it is over; refuses when the caller has reached the limit. */
  add: (caller: string, response: Response) => void;
}

/** `refusal` is given the limit. */
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
      // A client that has already left emits no more `close` event.
      if (response.destroyed) return;
      counts.set(caller, count + 1);
      response.once('close', () => forget(caller));
    },
  };
}

/** Bounds the streams of events, and the requests that wait for events, that each caller has open. */
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
