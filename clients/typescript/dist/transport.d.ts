/** What the generated calls are typed by. The generator chooses the names of its parameters. */
import type { Call, CallOptions, Request } from './call.ts';
import type { Write } from './operations.ts';
import type { Lines, List, Page } from './pages.ts';
export interface TDataShape {
    body?: unknown;
    headers?: unknown;
    path?: unknown;
    query?: unknown;
    url: string;
}
type FilterName = `filters[${string}]`;
type Filters<Q> = {
    [K in keyof Q as K extends `filters[${infer Name}]` ? Name extends `${string}]${string}` ? never : Name : never]: Single<Q[K]> | (K extends string ? Range<Q, K> : never);
};
/** Of one id a number will do where several are a text. */
type Single<V> = string extends V ? V | number : V;
/** `filters[created_at][from]`, written as `created_at: { from }`. */
type Range<Q, K extends string> = `${K}[from]` extends infer From extends keyof Q ? {
    from?: Q[From];
    to?: Q[From];
} : never;
/** `filters[status]` of the document, written as `filters: { status }`. */
type Query<Q> = Q extends object ? {
    [K in keyof Q as K extends FilterName ? never : K]: Q[K];
} & (keyof Q & FilterName extends never ? unknown : {
    filters?: Filters<Q>;
}) : Q;
/** The options of a call: those of the document and those of the client. */
export type Options<Data extends TDataShape, _ThrowOnError extends boolean = boolean, _Response = unknown> = {
    [K in keyof Data as K extends 'url' ? never : K]: K extends 'query' ? Query<Data[K]> : Data[K];
} & CallOptions;
/** What a call gives, by the answers that the document has for it. */
export type RequestResult<Responses, _Errors = unknown, _ThrowOnError = unknown> = Final<Responses> extends Page<infer Item> ? List<Item, Final<Responses>> : Final<Responses> extends (infer Line)[] ? Lines<Line> : 202 extends keyof Responses ? Write<Unwrapped<Final<Responses>>> : Call<Unwrapped<Final<Responses>>>;
/** The write's own: not 202, and not what `dry_run` is answered with. */
type Final<Responses> = Responses[Exclude<keyof Responses, 202 | '2XX'>];
/** As `unwrapped` does it: what stands beside a list is kept. */
type Unwrapped<Answer> = Answer extends {
    data: infer Data;
} ? Data extends readonly unknown[] ? Answer : Data : Answer;
type Method = <Responses, Errors, ThrowOnError>(request: Request) => RequestResult<Responses, Errors, ThrowOnError>;
/** Made by `createClient`. */
export interface Client {
    get: Method;
    post: Method;
    put: Method;
    delete: Method;
}
/** The generator's calls take a `meta` that nothing here reads. */
export type ClientMeta = Record<never, never>;
export {};
