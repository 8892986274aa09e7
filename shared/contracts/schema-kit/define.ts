import type { FieldError, ProblemCode } from '../../errors.ts';
import type { ExportRequest } from './exports.ts';
import type { Field, JsonSchema } from './fields.ts';
import type { RowNumbers } from './row-numbers.ts';
import type { Language } from './languages.ts';
import type { ListContract, ListQuery } from './list-query.ts';

export type Scope = 'admin' | 'admin:read' | 'client';
export const serviceNames = ['catalog', 'orders', 'webhooks'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** What each service has of something. */
export function byService<T>(of: (service: ServiceName) => T): Record<ServiceName, T> {
  return Object.fromEntries(serviceNames.map((service) => [service, of(service)])) as Record<ServiceName, T>;
}

export type Method = 'get' | 'post' | 'put' | 'delete';

/** `{ order: number }` for `/api/admin/orders/:order`: every path parameter is a record's id. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, number> & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, number>
    : Record<never, number>;

interface Declared<Path extends string> {
  method: Method;
  path: Path;
  summary: string;
  /** What an app developer must know beside the schemas, in Markdown. */
  description: string;
  scope: Scope;
  /** Ids for the document's example, of records that a freshly seeded store has; 1 where none is named. */
  exampleIds?: Readonly<Record<string, number>>;
  /** The answer shows values of other records too: its ETag tells when any of them changed. */
  composed?: true;
  /** The same URL answers each caller with something else: its ETag contains a digest of the caller. */
  perCaller?: true;
}

/** A read: the gateway forwards it to the service over HTTP and streams the answer. */
export interface Read<Path extends string, Filters> extends Declared<Path> {
  method: 'get';
  /** For lists: what they can be filtered, searched and sorted by. */
  list: ListContract<Filters> | null;
  /**
   * Holds no data about people and answers every caller alike: a caller's own cache may store it and revalidates it before each
   * use. Without this no cache may store the answer.
   */
  impersonal?: true;
  /** One record for each caller, which may not be there: 404. */
  mayBeMissing?: true;
  /** Answered as a file for keeping, which has no version; it may look at very many records. */
  file?: true;
  /** Answered in pages by cursor alone, the newest first. */
  walked?: true;
  /** For sums over records: what these can be narrowed by, and what they are summed up by. */
  summed?: ListContract<Filters>;
  /** Schema of the resource (a list: of one entry; sums: of the whole answer). */
  answers: JsonSchema;
}

/** A write: the gateway sends it to the service's worker as a command. */
export interface Write<Path extends string, Body> extends Declared<Path> {
  method: 'post' | 'put' | 'delete';
  body: Field<Body>;
  /** Status when it succeeds; 204 answers without a body. */
  status: 200 | 201 | 204;
  answers: JsonSchema | null;
  /** Rules across fields that need no data. `sent` is the body before validation, with its shape as the client sent it. */
  check?: (body: Partial<Body>, sent: Record<string, unknown>) => FieldError[];
  /** What `check` says as JSON Schema (`if`, `then`), for the document: nothing that breaks a rule is allowed there. */
  crossFieldSchema?: JsonSchema;
  /** A valid body, for the document and for the tests derived from it. */
  example: Record<string, unknown>;
  /** Codes that it can be refused with beside those of every write. */
  refuses?: readonly ProblemCode[];
  /** Bulk work: larger bodies, progress, `dry_run`. */
  bulk?: true;
  /** Of bulk work: the fields of its records that it may change, which its report shows before and after. */
  changes?: readonly string[];
  /** Takes `dry_run`, answered by 200 with this instead: what it would do, asked of the service's API. */
  rehearsed?: JsonSchema;
  /** Answered once the orders service has taken over the product, so that the next write there sees it. */
  copiedToOrders?: true;
  /**
   * Of its command's parameters and body, 1 when absent. One more with each change that a worker of the release before
   * cannot read: such workers leave the command waiting, and those of this release take both.
   */
  version?: number;
  /** A field that takes a place in the admin's events, as a cursor or a moment: the service is told the places. */
  placeField?: string;
  /** 201 where the record was not there before. */
  mayCreate?: true;
  /** Counted against CHECKOUT_RATE_LIMIT_PER_MINUTE. */
  checkoutLimit?: true;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- erased where endpoints are handled alike
export type AnyRead = Read<string, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- erased where endpoints are handled alike
export type AnyWrite = Write<string, any>;
export type Reads = Record<string, AnyRead>;
export type Writes = Record<string, AnyWrite>;

/** A user as the identity provider knows them. */
export interface ExternalUser {
  id: string;
  /** Tells them from all others, also from those whom an id names: a hash after a `~`, which no id begins with. */
  key: string;
}

export interface Caller {
  /** Area of the API that the request came in by. */
  area: 'admin' | 'client';
  subject: string;
  /** The token's claim `name`; of commands, and absent where the token has none. */
  name?: string;
  /** The user of a client token; null too where the token names one as the identity provider does. */
  userId: number | null;
  /** That user, whom only the orders service knows. */
  external?: ExternalUser;
}

export interface Command<Type extends string = string, Params = Record<string, number>, Body = unknown> {
  id: string;
  type: Type;
  /** Of the shape of `params` and `body`; commands of releases before 0.4.0 have none, and are at 1. */
  version?: number;
  params: Params;
  body: Body;
  caller: Caller;
  language: Language;
  /** Hash of what was asked: tells a retry from another request under the same Idempotency-Key. */
  fingerprint: string;
  /** Of lists in the body whose rows the client numbered with gaps. */
  rows?: RowNumbers;
  /** Version that `If-Match` names. */
  ifMatch: number | null;
  /** ISO 8601, when the gateway accepted it. */
  at: string;
  requestId: string;
  /** W3C trace context of the request. */
  traceparent?: string;
}

/** The commands of a service, by type. */
export type CommandsOf<W extends Writes> = {
  [Type in keyof W & string]: W[Type] extends Write<infer Path, infer Body>
    ? Command<Type, PathParams<Path>, Body>
    : never;
};

/** One request of a read as the service gets it. */
export interface ReadRequest<Params = Record<string, number>, Filters = Record<string, unknown>> {
  params: Params;
  query: ListQuery<Filters>;
  /** What sums are asked for by: a word of the read's own. */
  by?: string;
  /** The file that a list is asked for as; absent: JSON. */
  export?: ExportRequest;
  caller: Caller;
  language: Language;
  /** Absolute URL of the list without its query, and the caller's parameters in their order: for page links. */
  url: string;
  parameters: [string, string][];
}

export type RequestsOf<R extends Reads> = {
  [Id in keyof R & string]: R[Id] extends Read<infer Path, infer Filters>
    ? ReadRequest<PathParams<Path>, Filters>
    : never;
};

export function read<const Path extends string, Filters>(
  declaration: Omit<Read<Path, Filters>, 'method' | 'list'> & { list?: ListContract<Filters> },
): Read<Path, Filters> {
  return { method: 'get', ...declaration, list: declaration.list ?? null };
}

export function write<const Path extends string, Body>(declaration: Write<Path, Body>): Write<Path, Body> {
  return declaration;
}
