import { eventsList, ownEventsList } from "./generated/sdk.gen.js";
/**
 * What happens in the store: every change once, those of a record in the order of its versions. Goes on by itself after
 * whatever passes; ends with the signal. Throws `CursorExpired` when something may have been missed.
 */
export const events = { follow: (options) => follow(eventsList, options) };
/** What happens to the shopper's own orders. */
export const ownEvents = { follow: (options) => follow(ownEventsList, options) };
const waitSeconds = 30;
/** A page may be as long on its way as it is waited for, and then some. */
const patience = { tryTimeoutMs: 2 * waitSeconds * 1000, timeoutMs: 24 * 3600 * 1000 };
async function* follow(list, { client, after, types = [], signal }) {
    const [type] = types.length === 1 ? types : [];
    for (let cursor = after;;) {
        // The first answer tells where now is, also when nothing happens for long.
        const wait = cursor === undefined ? 0 : waitSeconds;
        const query = {
            ...{ wait, limit: 1000 },
            ...(cursor !== undefined && { after: cursor }),
            ...(type !== undefined && { type }),
        };
        const { data, meta } = await list({ client, query, signal, ...patience });
        const chosen = data.filter(isAmong(types));
        for (const [index, event] of chosen.entries()) {
            yield { ...event, cursor: index === chosen.length - 1 ? meta.next : (cursor ?? meta.next) };
        }
        cursor = meta.next;
    }
}
function isAmong(types) {
    const matches = (type, wanted) => wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
    return ({ type }) => types.length === 0 || types.some((wanted) => matches(type, wanted));
}
