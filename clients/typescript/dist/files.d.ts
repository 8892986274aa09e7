import type { Call } from './call.ts';
/** A list as a file. */
export interface ListFile {
    /** What it holds and when it was read: `orders-2026-01-31-1230.csv`. */
    name: string;
    content: Blob;
}
/**
 * The file of a list that is asked for with a `format`: `await fileOf(ordersList({ client, query: { format: 'xlsx' } }))`. A long one
 * takes longer than a try of a call may: give the call `tryTimeoutMs` and `timeoutMs`.
 */
export declare function fileOf(list: Call<unknown>): Promise<ListFile>;
