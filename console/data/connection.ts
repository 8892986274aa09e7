import { takeEarly } from './early-reads.ts';
import { observed, useObserved } from './observed.ts';

/** Whether the last request got no response. */
const isLost = observed(false);
// The browser reports at once that it is offline. Only a response proves that the connection is back.
addEventListener('offline', () => isLost.set(true));
addEventListener('online', () => void isReachable());
const isEnded = observed(false);

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
    isLost.set(false);
    if (answer.status === 401) isEnded.set(true);
    return answer;
  } catch (error) {
    // A caller that is no longer interested aborts the request too. That proves nothing about the connection.
    if (!init?.signal?.aborted || isTimeout(init.signal.reason)) isLost.set(true);
    throw error;
  }
};

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

export function useIsOffline(): boolean {
  return useObserved(isLost);
}

export function useSessionEnd(): boolean {
  return useObserved(isEnded);
}

export function sessionIsBack(): void {
  isEnded.set(false);
}

/** Resolves at once if requests get responses. If the connection is lost, resolves when requests get responses again. */
export function connectionIsBack(): Promise<void> {
  return new Promise((resolve) => {
    if (!isLost.get()) {
      resolve();
      return;
    }
    const stop = isLost.subscribe(() => {
      if (isLost.get()) return;
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
