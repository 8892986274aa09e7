import { ConnectionFailed, refusalOf, StoreError } from "./problems.js";
/** Sends once and reads the whole answer. Throws the store's refusal, or `ConnectionFailed` when no whole answer came in time. */
export async function attempt(send, { method, url, headers, body }, { timeoutMs, signal }) {
    // `AbortSignal.any` is not everywhere yet.
    const ended = new AbortController();
    const abort = () => ended.abort();
    throwIfAborted(signal);
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(abort, timeoutMs);
    try {
        const response = await send(url, { method, headers, body, signal: ended.signal });
        const data = isFile(response)
            ? await response.blob()
            : contentOf(response.headers.get('content-type') ?? '', await response.text());
        if (!response.ok)
            throw refusalOf(response.status, response.headers, data);
        return {
            data,
            status: response.status,
            headers: response.headers,
            etag: response.headers.get('etag'),
            requestId: response.headers.get('x-request-id'),
        };
    }
    catch (cause) {
        throwIfAborted(signal);
        if (cause instanceof StoreError)
            throw cause;
        const message = ended.signal.aborted
            ? `There was no answer within ${timeoutMs} ms.`
            : 'The connection failed before the answer was there.';
        throw new ConnectionFailed('connection_failed', message, { cause });
    }
    finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
    }
}
/** A file of JSON is read as its call says. */
function isFile({ ok, headers }) {
    const isAttached = headers.get('content-disposition')?.startsWith('attachment') === true;
    return ok && isAttached && headers.get('content-type')?.startsWith('application/json') !== true;
}
/** Throws on JSON that was cut off. */
function contentOf(type, text) {
    if (text === '')
        return undefined;
    if (type.includes('ndjson')) {
        const lines = text.split('\n').filter((line) => line !== '');
        return lines.map((line) => JSON.parse(line));
    }
    return type.includes('json') ? JSON.parse(text) : text;
}
/** `signal.throwIfAborted` is not everywhere yet either. */
function throwIfAborted(signal) {
    if (signal?.aborted)
        throw signal.reason ?? new Error('The call was aborted.');
}
