import type { Response } from 'express';
import type { Principal } from '../auth/authenticate.ts';

/** The longest delay that a Node timer supports. */
const longestMs = 2 ** 31 - 1;
const askedMs = 2_000;

/** The signal aborts when the client disconnects, its token expires, its session ends, or `other` aborts. */
export function whenLeftOrEnded(
  response: Response,
  { expiresAt, hasEnded }: Pick<Principal, 'expiresAt' | 'hasEnded'>,
  other: AbortSignal,
): { signal: AbortSignal; forget: () => void } {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  // While Redis is unavailable, the session counts as open.
  const endWithSession = async () => {
    if (await hasEnded?.().catch(() => false)) end();
  };
  if (response.destroyed || other.aborted) end();
  response.once('close', end);
  other.addEventListener('abort', end);
  const asking = hasEnded && setInterval(() => void endWithSession(), askedMs);
  const expiry = setTimeout(end, Math.min(expiresAt - Date.now(), longestMs));
  return {
    signal: ending.signal,
    forget: () => {
      response.off('close', end);
      other.removeEventListener('abort', end);
      clearInterval(asking);
      clearTimeout(expiry);
    },
  };
}
