import { ConnectionFailed, refusalOf, StoreError } from './problems.ts';
import type { Outgoing } from './request.ts';
import type { Received } from './call.ts';

/** A timer with a longer time than this, such as Infinity, would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Sends the request once and reads the whole response. Throws the store's error, or `ConnectionFailed` if no response arrives
 * in time.
 */
export async function attempt(
  send: typeof fetch,
  { method, url, headers, body }: Outgoing,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Received> {
  // Combines the signals without `AbortSignal.any`, because some runtimes lack that function.
  const ended = new AbortController();
  const abort = () => ended.abort();
  throwIfAborted(signal);
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(abort, Math.min(timeoutMs, longestTimerMs));
  try {
    const response = await send(url, { method, headers, body, signal: ended.signal });
    const data = isFile(response)
      ? await response.blob()
      : contentOf(response.headers.get('content-type') ?? '', await response.text());
    if (!response.ok) throw refusalOf(response.status, response.headers, data);
    return {
      data,
      status: response.status,
      headers: response.headers,
      etag: response.headers.get('etag'),
      requestId: response.headers.get('x-request-id'),
    };
  } catch (cause) {
    throwIfAborted(signal);
    if (cause instanceof StoreError) throw cause;
    const message = ended.signal.aborted
      ? `No response arrived within ${timeoutMs} ms.`
      : 'The connection failed before the response was complete.';
    throw new ConnectionFailed('connection_failed', message, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Whether the response is a download. JSON downloads are parsed like any other JSON. */
function isFile({ ok, headers }: Response): boolean {
  const isAttached = headers.get('content-disposition')?.startsWith('attachment') === true;
  return ok && isAttached && headers.get('content-type')?.startsWith('application/json') !== true;
}

/** Throws when the JSON is truncated. */
function contentOf(type: string, text: string): unknown {
  if (text === '') return undefined;
  if (type.includes('ndjson')) {
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line): unknown => JSON.parse(line));
  }
  return type.includes('json') ? JSON.parse(text) : text;
}

/** Written by hand, because some runtimes lack `signal.throwIfAborted`. */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new Error('The call was aborted.');
}
