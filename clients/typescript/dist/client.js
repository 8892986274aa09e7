import { attempt } from "./attempt.js";
import { systemClock } from "./clock.js";
import { operationsCancel, operationsRead } from "./generated/sdk.gen.js";
import { follow, writeOf } from "./operations.js";
import { readOf, unwrapped } from "./pages.js";
import { Conflict, OutcomeUnknown, StoreError, Unauthenticated } from "./problems.js";
import { outgoing } from "./request.js";
import { withRetries } from "./retries.js";
import { createTokens } from "./tokens.js";
/** What the calls are made with. A client holds one user's token: a server makes one for each. */
export function createClient(options, clock = systemClock) {
    const deliver = createDelivery(options, clock);
    const prepared = (method, request) => outgoing(method, request, { baseUrl: options.baseUrl, language: options.language });
    const read = (request) => deliver(prepared('GET', request), request);
    const write = (method) => (request) => {
        const sending = prepared(method, request);
        const { timeoutMs = options.timeoutMs ?? defaultTimeoutMs, signal } = request;
        const resend = (patience) => deliver(sending, { ...request, ...patience });
        const following = { ...createFollowing(client), resend, clock };
        const endsAt = clock.now() + timeoutMs;
        const left = () => ({ timeoutMs: endsAt - clock.now(), signal });
        return writeOf(sending.key ?? '', deliver(sending, request), { left, following });
    };
    // The generated calls know by the document what each of them gives.
    const client = {
        get: (request) => readOf(request, read),
        post: write('POST'),
        put: write('PUT'),
        delete: write('DELETE'),
    };
    return client;
}
/** An operation that was begun before: by another page, or by the app before it was closed. */
export async function followOperation({ client, id, }) {
    const following = { ...createFollowing(client), resend: null, clock: systemClock };
    return follow(await following.read(id, {}), following);
}
function createFollowing(client) {
    const read = (id, patience) => operationsRead({ client, path: { id }, ...patience });
    return {
        read,
        cancel: async (id) => {
            try {
                return await operationsCancel({ client, path: { id } });
            }
            catch (error) {
                // Refused, perhaps only because the answer to a first try was lost.
                const record = error instanceof Conflict ? await read(id, {}) : undefined;
                if (record?.status !== 'cancelled')
                    throw error;
                return record;
            }
        },
    };
}
const defaultTimeoutMs = 60_000;
const defaultTryTimeoutMs = 15_000;
/** Sends until there is an answer that stands, within the call's time. */
function createDelivery(options, clock) {
    const send = options.fetch ?? fetch;
    const tokens = createTokens(options.token);
    const once = async (request, limits, endsAt) => {
        const longest = limits.tryTimeoutMs ?? options.tryTimeoutMs ?? defaultTryTimeoutMs;
        const [, seconds = 0] = /wait=(\d+)/.exec(request.headers.get('Prefer') ?? '') ?? [];
        const tryAs = (token) => {
            if (token !== undefined)
                request.headers.set('Authorization', `Bearer ${token}`);
            const timeoutMs = Math.min(longest + Number(seconds) * 1000, Math.max(endsAt - clock.now(), 1));
            return attempt(send, request, { timeoutMs, signal: limits.signal });
        };
        const token = await tokens.current();
        try {
            return await tryAs(token);
        }
        catch (error) {
            const renewed = error instanceof Unauthenticated ? await tokens.renew(token) : undefined;
            if (renewed === undefined)
                throw error;
            return tryAs(renewed);
        }
    };
    /** What may have been done is asked about before it is sent again. */
    const resolved = async (request, limits, endsAt) => {
        try {
            return await once(request, limits, endsAt);
        }
        catch (error) {
            const path = error instanceof OutcomeUnknown ? error.operation : undefined;
            if (path === undefined)
                throw error;
            const asked = outgoing('GET', { url: path }, { baseUrl: options.baseUrl, language: options.language });
            const answer = await once(asked, limits, endsAt).catch(() => undefined);
            const { status } = (unwrapped(answer?.data) ?? {});
            // Not seen by a worker: it may never have come. Its key makes the next try safe.
            if (!answer || status === undefined || status === 'queued' || status === 'unknown')
                throw error;
            return { ...answer, status: 202 };
        }
    };
    return async (request, limits) => {
        const endsAt = clock.now() + (limits.timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs);
        try {
            return await withRetries(() => resolved(request, limits, endsAt), { endsAt, signal: limits.signal }, clock);
        }
        catch (error) {
            if (error instanceof StoreError)
                error.idempotencyKey = request.key;
            throw error;
        }
    };
}
