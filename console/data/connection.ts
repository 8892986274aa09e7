import { useSyncExternalStore } from 'react';
import { observed } from './observed.ts';

/** `lost`: the last request got no answer at all. */
const connection = observed<'there' | 'lost'>('there');
// A browser knows at once that it went offline; that it is back is known by the next answer.
addEventListener('offline', () => connection.set('lost'));
addEventListener('online', () => void isReachable());
const session = observed<'unknown' | 'ended'>('unknown');

/** Requests of a page without input for this long must not keep the session alive. */
const unattendedMs = 60_000;
let touchedAt = Date.now();

/** Notes when the page is touched. */
export function watchTouches(page: Window): void {
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    page.addEventListener(type, () => void (touchedAt = Date.now()), { capture: true, passive: true });
}

/**
 * `fetch` as the SDK uses it, watched: the SDK tries again for up to a minute before it gives up, and staff should see at
 * the first failure that the line is gone, or that they have been signed out.
 */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const request = new Request(input, init);
    if (Date.now() - touchedAt > unattendedMs) request.headers.set('X-Unattended', '1');
    const answer = await fetch(request);
    connection.set('there');
    if (answer.status === 401) session.set('ended');
    return answer;
  } catch (error) {
    if (!init?.signal?.aborted) connection.set('lost');
    throw error;
  }
};

export function useConnection(): 'there' | 'lost' {
  return useSyncExternalStore(connection.subscribe, connection.get);
}

export function useSessionEnd(): boolean {
  return useSyncExternalStore(session.subscribe, session.get) === 'ended';
}

/** After signing in again. */
export function sessionIsBack(): void {
  session.set('unknown');
}

/** Resolves when requests are answered again. */
export function connectionIsBack(): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.subscribe(() => {
      if (connection.get() === 'lost') return;
      stop();
      resolve();
    });
  });
}

/** Asks the store for a sign of life. */
export async function isReachable(): Promise<boolean> {
  try {
    await watchedFetch('/health/live');
    return true;
  } catch {
    return false;
  }
}
