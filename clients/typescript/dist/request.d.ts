import type { Request } from './call.ts';
/** A call as it is sent, the same on every try. */
export interface Outgoing {
    method: string;
    url: string;
    headers: Headers;
    body: string | null;
    /** Of a write. */
    key: string | undefined;
}
export declare function outgoing(method: string, { url, path, query, headers, body }: Request, { baseUrl, language }: {
    baseUrl: string;
    language: string | undefined;
}): Outgoing;
