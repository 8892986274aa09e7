import type { Endpoint, LocalEndpoint } from '#services/gateway/http/routes.ts';
import type { Scope } from '#shared/contracts/kit/define.ts';
import type { ProblemCode } from '#shared/contracts/errors.ts';
import { object, type Field } from '#shared/contracts/kit/fields.ts';
import { pagingFields } from '#shared/contracts/kit/list-query.ts';
import { brokenValues, fieldsOf, isLeaf, schemaOf, withValue } from '../../support/broken-values.ts';
import type { RequestOptions } from '../../support/request.ts';

type AnyEndpoint = Endpoint | LocalEndpoint;

/** The parts in which a request differs from the endpoint's example request. */
interface ProvokingRequest extends Omit<RequestOptions, 'token'> {
  /** The scope of the token. Null: the request has no token. */
  scope?: string | null;
  /** The id in the path. */
  id?: string;
  query?: string;
  /** The fields that the error must name. Default: any. */
  names?: string[];
}

/** The request to which an endpoint must respond with a code that it declares. Null: this endpoint has no such request. */
type Provocation = (endpoint: AnyEndpoint) => ProvokingRequest | null;

/** For each scope, the most powerful scope that does not include it. */
const wrongScopes: Record<Scope, Scope> = { admin: 'admin:read', 'admin:read': 'client', client: 'admin' };

/** A request id with this prefix and a code makes the fake worker refuse the command with that code. */
export const refuseWith = 'refuse-with:';

/** Provokes a code that a worker decides. Only writes that list the code in `refuses` can respond with it. */
const byWorker =
  (code: ProblemCode): Provocation =>
  ({ kind, declared }) =>
    kind === 'write' && declared.refuses?.includes(code) === true
      ? { headers: { 'x-request-id': refuseWith + code } }
      : null;

/**
 * A request for each code. A new code does not compile without an entry here. Null: the code depends on time, load or a
 * fault, not on the endpoint; other tests provoke it.
 */
export const provocations: Record<ProblemCode, Provocation | null> = {
  malformed_query: () => ({ query: '?search=%ff' }),
  malformed_body: () => ({ body: '{', headers: { 'content-type': 'application/json' } }),
  unauthenticated: () => ({ scope: null }),
  // An endpoint without a scope decides itself what each caller may do.
  forbidden: ({ kind, declared }) =>
    declared.scope === null || (kind === 'local' && declared.hidden)
      ? null
      : { scope: wrongScopes[declared.scope] },
  not_found: () => ({ id: '0' }),
  method_not_allowed: () => ({ json: { _method: 'PURGE' } }),
  not_acceptable: () => ({ headers: { accept: 'image/png' } }),
  request_timeout: null,
  // Every local endpoint that declares `conflict` refuses an operation that no worker has seen.
  conflict: (endpoint) => (endpoint.kind === 'local' ? {} : byWorker('conflict')(endpoint)),
  cursor_expired: () => ({ query: '?after=0' }),
  precondition_failed: () => ({ headers: { 'if-match': '"2-en"' } }),
  payload_too_large: null,
  unsupported_media_type: () => ({ body: 'text', headers: { 'content-type': 'text/plain' } }),
  validation_failed: invalidRequest,
  illegal_transition: byWorker('illegal_transition'),
  out_of_stock: byWorker('out_of_stock'),
  empty_cart: byWorker('empty_cart'),
  record_too_large: null,
  moved_on: null,
  changed_since: null,
  idempotency_key_reused: null,
  too_many_requests: null,
  header_too_large: null,
  internal_error: null,
  work_lost: null,
  unavailable: null,
  outcome_unknown: null,
};

/** Breaks every field of the body, or every parameter of the query. A write without fields gets `dry_run`, which it rejects. */
function invalidRequest({ kind, declared }: AnyEndpoint): ProvokingRequest {
  const body = kind === 'read' ? undefined : declared.body;
  const pathField = kind === 'write' ? declared.pathField : undefined;
  const fields = body ? leavesOf(body).filter(({ path }) => path[0] !== pathField) : [];
  if (fields.length > 0) {
    const example = kind === 'read' ? {} : (declared.example ?? {});
    const json = fields.reduce((sent, { path }) => withValue(sent, path, { nested: 'x' }), example);
    return { json, names: fields.map(({ path }) => path.join('.')) };
  }
  const query = queryOf({ kind, declared } as AnyEndpoint);
  if (!query) return { query: '?dry_run=1', names: ['dry_run'] };
  const parameters = leavesOf(query).flatMap((field) => {
    const [name = '', ...within] = field.path;
    const text = brokenValues(field).find(({ value }) => typeof value === 'string' && value.trim() !== '');
    return text ? [[`${name}${within.map((part) => `[${part}]`).join('')}`, String(text.value)]] : [];
  });
  return { query: `?${new URLSearchParams(parameters).toString()}` };
}

function leavesOf(field: Field<unknown>) {
  return fieldsOf(schemaOf(field)).filter(isLeaf);
}

function queryOf({ kind, declared }: AnyEndpoint): Field<unknown> | undefined {
  if (kind === 'write') return undefined;
  if (kind === 'local') return (declared.query as Field<unknown> | undefined) ?? declared.list?.query;
  return (declared.list ?? declared.summed)?.query ?? object(pagingFields);
}
