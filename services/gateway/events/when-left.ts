import type { Response } from 'express';
import type { Principal } from '../auth/authenticate.ts';
import { onceEnded } from '../http/once-ended.ts';

/** The longest delay that a Node timer supports. */
const longestMs = 2 ** 31 - 1;

/** A signal that aborts when the client disconnects, the response ends or `other` aborts. */
export function whenLeft(
  response: Response,
  other: AbortSignal,
): { signal: AbortSignal; forget: () => void } {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  if (response.destroyed || other.aborted) leave();
  response.once('close', leave);
  other.addEventListener('abort', leave);
  return {
    signal: leaving.signal,
    forget: () => {
      response.off('close', leave);
      other.removeEventListener('abort', leave);
    },
  };
}

/** Like `whenLeft`, but the signal also aborts when the caller's token expires or session ends. */
export function whenLeftOrEnded(
  response: Response,
  { expiresAt, hasEnded }: Pick<Principal, 'expiresAt' | 'hasEnded'>,
  other: AbortSignal,
): { signal: AbortSignal; forget: () => void } {
  const left = whenLeft(response, other);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (left.signal.aborted) end();
  left.signal.addEventListener('abort', end);
  const stopAsking = onceEnded(hasEnded, end);
  const expiry = setTimeout(end, Math.min(expiresAt - Date.now(), longestMs));
  return {
    signal: ending.signal,
    forget: () => {
      clearTimeout(expiry);
      stopAsking();
      left.forget();
    },
  };
}
