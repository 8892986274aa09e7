/** Types for the generated functions. The generator dictates the names of the type parameters. */
import type { Call, CallOptions, Request } from './call.ts';
import type { Write } from './operations.ts';
import type { CursorList, CursorPage, Lines, List, Page } from './pages.ts';

export interface TDataShape {
  body?: unknown;
  headers?: unknown;
  path?: unknown;
  query?: unknown;
  url: string;
}

type FilterName = `filters[${string}]`;
type Filters<Q> = {
  [
    K in keyof Q as K extends `filters[${infer Name}]`
      ? Name extends `${string}]${string}`
        ? never
        : Name
      : never
  ]: Single<Q[K]> | (K extends string ? Range<Q, K> : never);
};
/** A filter that accepts several ids as text also accepts one id as a number. */
type Single<V> = string extends V ? V | number : V;
/** `filters[created_at][from]`, written as `created_at: { from }`. */
type Range<Q, K extends string> = `${K}[from]` extends infer From extends keyof Q
  ? { from?: Q[From]; to?: Q[From] }
  : never;

/** The OpenAPI document's `filters[status]`, written as `filters: { status }`. */
type Query<Q> = Q extends object
  ? { [K in keyof Q as K extends FilterName ? never : K]: Q[K] } & (keyof Q & FilterName extends never
      ? unknown
      : { filters?: Filters<Q> })
  : Q;

/** The options of a call, from the OpenAPI document and from this client. */
export type Options<Data extends TDataShape, _ThrowOnError extends boolean = boolean, _Response = unknown> = {
  [K in keyof Data as K extends 'url' ? never : K]: K extends 'query' ? Query<Data[K]> : Data[K];
} & CallOptions;

/** The result of a call, from its responses in the OpenAPI document. */
export type RequestResult<Responses, _Errors = unknown, _ThrowOnError = unknown> =
  Final<Responses> extends Page<infer Item>
    ? Final<Responses> extends CursorPage
      ? CursorList<Item, Final<Responses>>
      : List<Item, Final<Responses>>
    : Final<Responses> extends (infer Line)[]
      ? Lines<Line>
      : 202 extends keyof Responses
        ? Write<Unwrapped<Final<Responses>>>
        : Call<Unwrapped<Final<Responses>>>;

/** The type of a call's final response. Leaves out the 202 response and the response to `dry_run`. */
type Final<Responses> = Responses[Exclude<keyof Responses, 202 | '2XX'>];
/** The result type of `unwrapped`, which returns lists unchanged. */
type Unwrapped<Answer> = Answer extends { data: infer Data }
  ? Data extends readonly unknown[]
    ? Answer
    : Data
  : Answer;

type Method = <Responses, Errors, ThrowOnError>(
  request: Request,
) => RequestResult<Responses, Errors, ThrowOnError>;

/** The client that every call needs. `createClient` creates it. */
export interface Client {
  get: Method;
  post: Method;
  put: Method;
  delete: Method;
}

/** The type of `meta` in the generated functions. This client does not use it. */
export type ClientMeta = Record<never, never>;
