import type { Response } from 'express';
import type { Principal } from '../auth/authenticate.ts';

/** The longest delay that a Node timer supports. */
const longestMs = 2 ** 31 - 1;
const askedMs = 2_000;

/** A signal that aborts when the client disconnects, the response ends or `other` aborts. */
function whenLeft(response: Response, other: AbortSignal): { signal: AbortSignal; forget: () => void } {
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

/** Calls `end` once the session has ended. While Redis is unavailable, the session counts as open. Returns a function that stops the checks. */
export function onceEnded(hasEnded: (() => Promise<boolean>) | undefined, end: () => void): () => void {
  if (hasEnded === undefined) return () => undefined;
  const ask = async () => {
    if (await hasEnded().catch(() => false)) end();
  };
  const timer = setInterval(() => void ask(), askedMs);
  return () => clearInterval(timer);
}
