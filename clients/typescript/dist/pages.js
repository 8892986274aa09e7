import { lazily } from "./lazily.js";
const iteratedPerPage = 100;
/** React Native's engine may have none: what Babel makes of `for await` then looks for this name. */
const asyncIterator = (Symbol.asyncIterator ??
    '@@asyncIterator');
/** A read, which may be of a list. Nothing is sent before it is awaited or iterated. */
export function readOf(request, read) {
    const asked = (request.query ?? {});
    const pageOf = async (query) => (await read({ ...request, query: { ...asked, ...query } })).data;
    let sent;
    const answer = () => (sent ??= read(request));
    return Object.assign(lazily(async () => unwrapped((await answer()).data)), {
        withResponse: async () => {
            const received = await answer();
            return { ...received, data: unwrapped(received.data) };
        },
        page: (number) => pageOf({ paginate: 'true', page: number }),
        [asyncIterator]: () => itemsOf(asked, pageOf),
    });
}
async function* itemsOf(asked, pageOf) {
    const { paginate = 'cursor', per_page = iteratedPerPage } = asked;
    if (paginate === 'false') {
        yield* (await pageOf({})).data;
    }
    else if (paginate === 'cursor') {
        let cursor = asked['cursor'];
        do {
            const page = await pageOf({ paginate, per_page, cursor });
            // Lines, which have no pages.
            if (Array.isArray(page))
                return yield* page;
            yield* page.data;
            cursor = page.meta.next_cursor;
        } while (cursor !== null);
    }
    else {
        for (let number = asked.page ?? 1, last = number; number <= last; number += 1) {
            const page = await pageOf({ per_page, page: number });
            yield* page.data;
            last = page.meta.last_page;
        }
    }
}
/** One record stands in `data` for what may come beside it; lists keep their `links` and `meta`. */
export function unwrapped(answer) {
    if (typeof answer !== 'object' || answer === null || !('data' in answer))
        return answer;
    return Array.isArray(answer.data) ? answer : answer.data;
}
