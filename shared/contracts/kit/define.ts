import type { FieldError, ProblemCode } from '../errors.ts';
import type { ExportRequest, ListExport } from './exports.ts';
import { object, type BodyOf, type Field, type JsonSchema } from './fields.ts';
import { byName } from './json-values.ts';
import type { Language } from './languages.ts';
import type { ListContract, ListQuery } from './list-query.ts';
import type { RowNumbers } from './row-numbers.ts';

export type Scope = 'admin' | 'admin:read' | 'client';
export const serviceNames = ['catalog', 'orders', 'webhooks'] as const;
export type ServiceName = (typeof serviceNames)[number];

export function byService<T>(of: (service: ServiceName) => T): Record<ServiceName, T> {
  return byName(serviceNames, of);
}

type Method = 'get' | 'post' | 'put' | 'delete';

/** `{ order: number }` for `/api/admin/orders/:order`: every path parameter is a record's id, except a write's `pathField`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, number> & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, number>
    : Record<never, number>;

interface Declared<Path extends string> {
  method: Method;
  path: Path;
  summary: string;
  /** Markdown for app developers: everything that the schemas do not show. */
  description: string;
  scope: Scope;
  /** Ids for the example in the OpenAPI document; these records exist in freshly seeded data. 1 by default. */
  exampleIds?: Readonly<Record<string, number>>;
  /** The response includes values of other records. The ETag of the response changes when one of these values changes. */
  composed?: true;
  /** Callers get different responses, so the ETag has a digest of the caller. */
  perCaller?: true;
}

/** A read: the gateway forwards it to the service over HTTP and streams the response. */
interface Read<Path extends string, Filters> extends Declared<Path> {
  method: 'get';
  list: ListContract<Filters> | null;
  /** The response has no personal data and is the same for all callers, whose caches may store it, but must revalidate it. */
  impersonal?: true;
  /** Each caller has at most one record of this kind. If the caller has none, the response is a 404. */
  mayBeMissing?: true;
  /** The response is a downloadable file without a version; the read may scan very many records. */
  file?: true;
  /** The list is paged by cursor only, newest first. */
  walked?: true;
  /** Set for a read of sums over records: its filters and groupings. */
  summed?: ListContract<Filters>;
  /** Schema of the resource (for a list: of one entry; for sums: of the whole response). */
  answers: JsonSchema;
}

/** A write: the gateway sends it to the service's worker as a command. */
interface Write<Path extends string, Body> extends Declared<Path> {
  method: 'post' | 'put' | 'delete';
  body: Field<Body>;
  /** A required text field that is a parameter of the path. Its value in the body is ignored. */
  pathField?: keyof Body & string;
  status: 200 | 201 | 204;
  answers: JsonSchema | null;
  /** Checks rules about several fields that need no stored data. `sent`: the body as the client sent it, before validation. */
  check?: (body: Partial<Body>, sent: Record<string, unknown>) => FieldError[];
  /** The rules of `check` as JSON Schema (`if`, `then`). The schema allows no body that breaks a rule. */
  crossFieldSchema?: JsonSchema;
  /** A valid body, for the OpenAPI document and for the tests derived from that document. */
  example: Record<string, unknown>;
  refuses?: readonly ProblemCode[];
  /** A POST that changes an existing record although its path has no id, such as the caller's cart. */
  guards?: true;
  /** Marks bulk work, which has larger bodies, progress and `dry_run`. */
  bulk?: true;
  /** The fields that bulk work may change. The report of bulk work shows these fields before and after the change. */
  changes?: readonly string[];
  /** The write accepts `dry_run`: the service's api responds with a 200 of this schema, the result that the write would have. */
  rehearsed?: JsonSchema;
  /** The gateway responds only after the orders service has copied the product, so that the caller's next order uses the copy. */
  copiedToOrders?: true;
  /**
   * The version of the format of params and body. Raise it if workers of the previous release cannot read the new format: they
   * then leave these commands to workers of this release.
   */
  version?: number;
  /** The name of a body field with a position in the admin's event feed: a cursor or a time. The gateway converts its value. */
  placeField?: string;
  mayCreate?: true;
  /** Each request counts towards the limit CHECKOUT_RATE_LIMIT_PER_MINUTE. */
  checkoutLimit?: true;
}

export interface LocalResponse {
  description: string;
  /** The resource in the response's `data` (for a list: of one entry). */
  answers?: JsonSchema;
  content?: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>>;
  headers?: readonly ('Location' | 'Content-Disposition')[];
}

export interface Local<Path extends string, Query, Body> extends Pick<
  Declared<Path>,
  'method' | 'path' | 'summary' | 'description'
> {
  /** The section of the OpenAPI document. Null: only the console calls the endpoint, so it is not in the document. */
  tag: string | null;
  /** The scope that callers need. Null: the endpoint itself decides what each caller may do. */
  scope: Scope | null;
  /** A caller without the scope gets `not_found`, and so learns nothing about the record. */
  hidden?: true;
  params?: Readonly<Record<keyof PathParams<Path>, JsonSchema>>;
  query?: Field<Query>;
  list?: ListContract<unknown>;
  export?: ListExport;
  /** Event streams accept `Last-Event-ID`. */
  streams?: true;
  body?: Field<Body>;
  example?: Record<string, unknown>;
  /** The request starts bulk work, and accepts `Idempotency-Key` and `Prefer`. */
  bulk?: true;
  responses: Readonly<Record<number, LocalResponse>>;
  refuses?: readonly ProblemCode[];
  /** The console has a page at the same path, so other methods on this path are not rejected with a 405. */
  besidePage?: true;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- code that treats all endpoints alike does not need the types
export type AnyLocal = Local<string, any, any>;
export type Locals = Record<string, AnyLocal>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- code that treats all endpoints alike does not need the types
export type AnyRead = Read<string, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- code that treats all endpoints alike does not need the types
export type AnyWrite = Write<string, any>;
export type Reads = Record<string, AnyRead>;
export type Writes = Record<string, AnyWrite>;

/** A public event on the topic exchange `store.events`. The event's type (its key in `events`) is also its routing key. */
export interface EventContract {
  summary: string;
  service: ServiceName;
  /** The kind of record in the CloudEvent's `subject`: `products` of `products/12`. */
  subjects: string;
  /** Contains the common fields of every change, and the record after the change. */
  data: JsonSchema;
}

/** One resource of the API. Routes, documents and clients derive from the resources of all services. */
export interface ResourceContract {
  /** The sections of the OpenAPI document, with their descriptions. The path of an endpoint names its section. */
  sections?: Readonly<Record<string, string>>;
  /** A deletion event contains the record's last state. */
  events?: Readonly<Record<string, EventContract>>;
  reads?: Reads;
  writes?: Writes;
}

type Joined<
  Resources extends readonly ResourceContract[],
  Part extends keyof ResourceContract,
> = Resources extends readonly [infer First, ...infer Rest extends readonly ResourceContract[]]
  ? (First extends Record<Part, infer Own> ? Own : unknown) & Joined<Rest, Part>
  : unknown;

export function joinResources<Resources extends readonly ResourceContract[]>(...resources: Resources) {
  const join = <Part extends keyof ResourceContract>(part: Part) =>
    Object.assign({}, ...resources.map((resource) => resource[part])) as Joined<Resources, Part>;
  return { sections: join('sections'), events: join('events'), reads: join('reads'), writes: join('writes') };
}

/** The longest id of an external user, in characters. */
export const longestExternalId = 255;

export interface ExternalUser {
  id: string;
  /** `~` and a hash: unique among all users, because no internal id begins with `~`. */
  key: string;
}

export interface Caller {
  area: 'admin' | 'client';
  subject: string;
  /** The token's claim `name`; only in commands, and absent if the token has none. */
  name?: string;
  /** The user of a client token. Null for an admin's token, and for a token that names an external user. */
  userId: number | null;
  /** The external user of the token; only the orders service knows the user's id. */
  external?: ExternalUser;
}

/** The value of `ifMatch` for a weak tag, or another tag that this API never sends. No record has this version. */
export const unreadableTag = -1;

export interface Command<Type extends string = string, Params = Record<string, number>, Body = unknown> {
  id: string;
  type: Type;
  /** The version of the format of `params` and `body`. Commands of releases before 0.4.0 lack it and count as version 1. */
  version?: number;
  params: Params;
  body: Body;
  caller: Caller;
  language: Language;
  /** A hash of the request. It distinguishes a retry from another request with the same Idempotency-Key. */
  fingerprint: string;
  /** The client's row numbers, for lists in the body whose numbers have gaps. */
  rows?: RowNumbers;
  /** The version in `If-Match`, or `unreadableTag`. */
  ifMatch: number | null;
  /** The time at which the gateway accepted the command (ISO 8601). */
  at: string;
  requestId: string;
  traceparent?: string;
}

export type CommandsOf<W extends Writes> = {
  [Type in keyof W & string]: W[Type] extends Write<infer Path, infer Body>
    ? Command<Type, Omit<PathParams<Path>, keyof Body>, Body>
    : never;
};

export interface ReadRequest<Params = Record<string, number>, Filters = Record<string, unknown>> {
  params: Params;
  query: ListQuery<Filters>;
  /** The grouping of sums: one of the words that the read declares. */
  by?: string;
  export?: ExportRequest;
  caller: Caller;
  language: Language;
  /** For page links: the list's absolute URL without its query, and the caller's parameters in the order sent. */
  url: string;
  parameters: [string, string][];
}

export type RequestsOf<R extends Reads> = {
  [Id in keyof R & string]: R[Id] extends Read<infer Path, infer Filters>
    ? ReadRequest<PathParams<Path>, Filters>
    : never;
};

/** The scope of a path: staff read with `admin:read` and write with `admin`. A declaration may name another scope. */
function scopeOf(method: Method, path: string): Scope {
  if (path.startsWith('/api/client/')) return 'client';
  return method === 'get' ? 'admin:read' : 'admin';
}

type ReadDeclaration<Path extends string, Filters> = Omit<
  Read<Path, Filters>,
  'method' | 'path' | 'list' | 'scope'
> &
  Partial<Pick<Read<Path, Filters>, 'list' | 'scope'>>;

export function read<const Path extends string, Filters>(
  path: Path,
  declaration: ReadDeclaration<Path, Filters>,
): Read<Path, Filters> {
  return { method: 'get', path, scope: scopeOf('get', path), list: null, ...declaration };
}

type Defaulted = 'body' | 'example' | 'scope' | 'status' | 'answers';
type WriteDeclaration<Path extends string, Body> = Omit<Write<Path, Body>, 'method' | 'path' | Defaulted> &
  Partial<Pick<Write<Path, Body>, Defaulted>>;

/** Defaults: no fields, a response without a body, and the status 204 for a deletion or 200 for any other write. */
function writeBy(method: Write<string, unknown>['method']) {
  const status = method === 'delete' ? 204 : 200;
  return <const Path extends string, Body = BodyOf<Record<never, never>>>(
    path: Path,
    declaration: WriteDeclaration<Path, Body>,
  ): Write<Path, NoInfer<Body>> => {
    const body = object({}) as Field<Body>;
    const defaults = { body, example: {}, scope: scopeOf(method, path), status, answers: null } as const;
    return { method, path, ...defaults, ...declaration };
  };
}

export const post = writeBy('post');
export const put = writeBy('put');
export const remove = writeBy('delete');

/** Whether a POST compares `If-Match` with the version of an existing record, as every PUT and DELETE does. */
export function isOnRecord({ path, guards }: Pick<AnyWrite, 'path' | 'guards'>): boolean {
  return path.includes(':') || guards === true;
}

export function local<const Path extends string, Query, Body>(
  method: Method,
  path: Path,
  declaration: Omit<Local<Path, Query, Body>, 'method' | 'path'>,
): Local<Path, Query, Body> {
  return { method, path, ...declaration };
}
