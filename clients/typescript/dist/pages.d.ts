import type { ListMeta, PageLinks, PageMeta } from './generated/types.gen.ts';
import type { Call, Received, Request } from './call.ts';
/** A list as any of its three forms. */
export interface Page<Item> {
    data: Item[];
    links?: PageLinks;
    meta?: ListMeta;
}
export interface NumberedPage<Item> {
    data: Item[];
    links: PageLinks;
    meta: PageMeta;
}
/** Awaited: the answer as it was asked for. Iterated: every record, page by page as they are needed. */
export interface List<Item, Answer> extends Call<Answer>, AsyncIterable<Item> {
    /** One page with the total, for a pager. */
    page: (number: number) => Promise<NumberedPage<Item>>;
}
/** Awaited: all of the lines. Iterated: one after the other. */
export interface Lines<Line> extends Call<Line[]>, AsyncIterable<Line> {
}
/** A read, which may be of a list. Nothing is sent before it is awaited or iterated. */
export declare function readOf(request: Request, read: (request: Request) => Promise<Received>): List<unknown, unknown>;
/** One record stands in `data` for what may come beside it; lists keep their `links` and `meta`. */
export declare function unwrapped(answer: unknown): unknown;
