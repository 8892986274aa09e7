import { takeEarly } from './early-reads.ts';
import { observed, useObserved } from './observed.ts';

/** `lost`: the last request got no response. */
const connection = observed<'there' | 'lost'>('there');
// The browser reports at once that it is offline. Only a response proves that the connection is back.
addEventListener('offline', () => connection.set('lost'));
addEventListener('online', () => void isReachable());
const session = observed<'unknown' | 'ended'>('unknown');

/** After this long without input, the page marks its requests as unattended, so that they do not extend the session. */
const unattendedMs = 60_000;
let touchedAt = Date.now();

export function watchTouches(page: Window): void {
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    page.addEventListener(type, () => void (touchedAt = Date.now()), { capture: true, passive: true });
}

/**
 * The SDK's `fetch`, which also watches the connection and the session. The SDK retries for up to a minute, but staff should
 * see at the first failure that the connection is lost or their session has ended.
 */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const request = new Request(input, init);
    if (Date.now() - touchedAt > unattendedMs) request.headers.set('X-Unattended', '1');
    const answer = await (takeEarly(request) ?? fetch(request));
    connection.set('there');
    if (answer.status === 401) session.set('ended');
    return answer;
  } catch (error) {
    if (!init?.signal?.aborted) connection.set('lost');
    throw error;
  }
};

export function useConnection(): 'there' | 'lost' {
  return useObserved(connection);
}

export function useSessionEnd(): boolean {
  return useObserved(session) === 'ended';
}

export function sessionIsBack(): void {
  session.set('unknown');
}

/** Resolves at once if requests get responses. If the connection is lost, resolves when requests get responses again. */
export function connectionIsBack(): Promise<void> {
  return new Promise((resolve) => {
    if (connection.get() === 'there') {
      resolve();
      return;
    }
    const stop = connection.subscribe(() => {
      if (connection.get() === 'lost') return;
      stop();
      resolve();
    });
  });
}

export async function isReachable(): Promise<boolean> {
  try {
    await watchedFetch('/health/live');
    return true;
  } catch {
    return false;
  }
}
