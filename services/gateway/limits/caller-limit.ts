import type { Response } from 'express';
import { detail, retryLater } from '#shared/contracts/errors.ts';
import { createSlots } from '#shared/platform/process/slots.ts';

/** Counts an open response of a caller in this gateway until it ends. Throws `too_many_requests` at the limit. */
export type CallerLimit = (caller: string, response: Response) => void;

export function createCallerLimit(
  limit: number,
  why: 'too_many_streams' | 'too_many_reads',
  retryAfterSeconds: number,
): CallerLimit {
  const refuse = () => retryLater('too_many_requests', detail(why, { limit }), { limit }, retryAfterSeconds);
  const slots = createSlots({ size: Infinity, share: limit, refuse });
  return (caller, response) => {
    const leave = slots.take(caller);
    // If the client has already disconnected, the response emits no further `close` event.
    if (response.destroyed) leave();
    else response.once('close', leave);
  };
}
