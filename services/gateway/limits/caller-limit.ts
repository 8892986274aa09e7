import type { Response } from 'express';
import { detail, retryLater, type Problem } from '#shared/contracts/errors.ts';
import { createSlots } from '#shared/platform/process/slots.ts';

/** Limits how many open responses of one kind each caller may have in this gateway. */
export interface CallerLimit {
  /** Counts a response until it ends. Throws the error of `refusal` at the limit. */
  add: (caller: string, response: Response) => void;
}

export function createCallerLimit(limit: number, refusal: (limit: number) => Problem): CallerLimit {
  const slots = createSlots({ size: Infinity, share: limit, refuse: () => refusal(limit) });
  return {
    add: (caller, response) => {
      const leave = slots.take(caller);
      // If the client has already disconnected, the response emits no further `close` event.
      if (response.destroyed) leave();
      else response.once('close', leave);
    },
  };
}

export function createOpenStreams(perCaller: number): CallerLimit {
  return createCallerLimit(perCaller, (limit) =>
    retryLater('too_many_requests', detail('too_many_streams', { limit }), { limit }, 5),
  );
}
