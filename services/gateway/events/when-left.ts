import type { Response } from 'express';

/** Aborted when the client leaves, the answer ends or `other` is aborted. */
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
