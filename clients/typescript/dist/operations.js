import { lazily } from "./lazily.js";
import { unwrapped } from "./pages.js";
import { Conflict, OperationCancelled, OperationParked, OutcomeUnknown, refusal, StoreError, TimedOut, } from "./problems.js";
const firstPollMs = 200;
const longestPollMs = 3000;
const endings = new Set([
    ...['succeeded', 'partly_succeeded', 'failed', 'cancelled'],
    ...['parked', 'unknown'],
]);
export function writeOf(key, sent, { left, following }) {
    const taken = lazily(async () => operationOf(await sent, following));
    const outcome = lazily(async () => {
        try {
            return await (await taken).done(left());
        }
        catch (error) {
            if (error instanceof StoreError)
                error.idempotencyKey = key;
            throw error;
        }
    });
    return Object.assign(outcome, {
        idempotencyKey: key,
        operation: () => taken.then((operation) => operation),
        withResponse: async () => ({ ...(await sent), data: await outcome }),
    });
}
function operationOf({ status, data }, following) {
    return status === 202
        ? follow(unwrapped(data), following)
        : { id: null, ...answered(unwrapped(data)) };
}
function answered(data) {
    return {
        progress: async function* () {
            yield* [];
        },
        done: () => Promise.resolve(data),
        cancel: () => Promise.reject(new Conflict('conflict', 'It is done.', { status: 409 })),
    };
}
export function follow(first, following) {
    const { id } = first;
    const { clock } = following;
    return {
        id,
        progress: (patience = {}) => changesOf(first, following, patience),
        done: async ({ timeoutMs = Infinity, signal } = {}) => {
            const endsAt = clock.now() + timeoutMs;
            let last = first;
            for await (const record of changesOf(first, following, { timeoutMs, signal }))
                last = record;
            if (last.status !== 'unknown' || !following.resend)
                return outcomeOf(last);
            // No queue and no worker knows it: the same write again, under its own key, is done once.
            const left = () => ({ timeoutMs: endsAt - clock.now(), signal });
            return operationOf(await following.resend(left()), following).done(left());
        },
        cancel: () => following.cancel(id),
    };
}
async function* changesOf(first, { read, clock }, { timeoutMs = Infinity, signal }) {
    const endsAt = clock.now() + timeoutMs;
    let told = '';
    for (let record = first, polls = 0;; polls += 1) {
        const state = JSON.stringify([record.status, record.progress]);
        if (state !== told)
            yield record;
        told = state;
        if (endings.has(record.status))
            return;
        const wait = Math.min(firstPollMs * 1.5 ** polls, longestPollMs) * (1 + clock.random() / 4);
        if (clock.now() + wait >= endsAt) {
            throw new TimedOut('timed_out', `The operation is not done after ${timeoutMs} ms.`);
        }
        await clock.sleep(wait, signal);
        record = await read(first.id, { signal, timeoutMs: endsAt - clock.now() });
    }
}
/** Bulk work succeeds as its record, which says what became of each; one write as what it answers with. */
function outcomeOf(record) {
    const { status, result, error } = record;
    const message = record.note ?? error?.message ?? `The operation is ${status}.`;
    if (error)
        throw refusal(error);
    if (status === 'cancelled' && !isBulk(record))
        throw new OperationCancelled('operation_cancelled', message);
    if (status === 'parked')
        throw new OperationParked('operation_parked', message);
    if (status === 'unknown')
        throw new OutcomeUnknown('outcome_unknown', message);
    return isBulk(record) ? record : (result?.data ?? undefined);
}
function isBulk({ type }) {
    return type.includes('bulk');
}
