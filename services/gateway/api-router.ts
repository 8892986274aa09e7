import { Router, type Request, type Response } from 'express';
import type { Caller } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { enforceAllowance, principalOf, requireScope, type CountCheckout } from './auth/access.ts';
import { noFields } from './body/decode-body.ts';
import { effectiveMethod, withoutMethodField } from './body/effective-method.ts';
import type { BodyLimits, ReceiveBody } from './body/receive-body.ts';
import { contextOf, pathOf } from './http/request-context.ts';
import { readQuery } from './http/request-query.ts';
import { methodNotAllowed } from './problems/problem-response.ts';
import type { Accepts, ForwardRead } from './reads/forward-read.ts';
import { endpointsByPath, type Endpoint } from './http/routes.ts';
import type { WriteRequest } from './commands/build-command.ts';
import type { SubmitCommand } from './commands/submit-command.ts';

const bodyLimits: BodyLimits = { bytes: 1024 * 1024, values: 10_000 };
const bulkBodyLimits: BodyLimits = { bytes: 8 * 1024 * 1024, values: 120_000 };

interface Deps {
  forwardRead: ForwardRead;
  submitCommand: SubmitCommand;
  receiveBody: ReceiveBody;
  countCheckout: CountCheckout;
  baseUrl: (request: Request) => string;
}

/** Registers one route per path, for all methods, because the field `_method` in a body may override the request's method. */
export function createApiRouter(deps: Deps): Router {
  const router = Router();
  for (const [path, methods] of endpointsByPath()) {
    router.all(path, (request, response) => handle(deps, methods, request, response));
  }
  return router;
}

async function handle(
  deps: Deps,
  methods: Map<string, Endpoint>,
  request: Request,
  response: Response,
): Promise<void> {
  // The method is not known yet, so reject only a caller who may use none of the path's methods.
  const scopes = [...methods.values()].map(({ declared }) => declared.scope);
  requireScope(response, ...scopes);
  const path = pathOf(request);
  const query = readQuery(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const area = scopes.every((scope) => scope === 'client') ? ('client' as const) : ('admin' as const);
  const from = { area, caller: principalOf(response).subject, limits: limitsFor(methods) };
  const { fields: body, ...sent } = isRead ? noFields : await deps.receiveBody(request, response, from);
  const override = request.get('X-HTTP-Method-Override');
  const asked = isRead ? 'GET' : effectiveMethod(request.method, body, query.fields, override);
  const method = asked === 'PATCH' ? 'PUT' : asked;
  const endpoint = methods.get(method);
  if (!endpoint) throw methodNotAllowed(asked, path, [...methods.keys()]);
  const { scope } = endpoint.declared;
  contextOf(response).endpoint = endpoint.id;
  requireScope(response, scope);
  const { pathField = '' } = endpoint.kind === 'write' ? endpoint.declared : {};
  const { [pathField]: pathText, ...ids } = request.params;
  const params = readPathParams(ids);
  const caller = callerIn(response, scope === 'client' ? 'client' : 'admin');
  if (endpoint.kind === 'read') {
    const url = deps.baseUrl(request) + path;
    const ifNoneMatch = request.get('If-None-Match');
    const accepts: Accepts = (types) => request.accepts(types);
    const isHead = request.method === 'HEAD';
    await deps.forwardRead({ endpoint, params, caller, query, url, ifNoneMatch, accepts, isHead }, response);
    return;
  }
  if (endpoint.declared.checkoutLimit) enforceAllowance(response, await deps.countCheckout(response));
  const fields = {
    ...sent,
    ...(typeof pathText === 'string' && { pathText }),
    body: withoutMethodField(body),
    query: query.fields,
  };
  await deps.submitCommand(
    { endpoint, method, params, caller: named(caller, response), ...fields, ...writeHeaders(request) },
    response,
  );
}

function writeHeaders(request: Request): Pick<WriteRequest, 'idempotencyKey' | 'ifMatch' | 'prefer'> {
  return {
    idempotencyKey: request.get('Idempotency-Key'),
    ifMatch: request.get('If-Match'),
    prefer: request.get('Prefer'),
  };
}

function limitsFor(methods: Map<string, Endpoint>): BodyLimits {
  const isBulk = [...methods.values()].some(
    (endpoint) => endpoint.kind === 'write' && endpoint.declared.bulk === true,
  );
  return isBulk ? bulkBodyLimits : bodyLimits;
}

function callerIn(response: Response, area: Caller['area']): Caller {
  const { subject, userId, external } = principalOf(response);
  if (area === 'admin') return { area, subject, userId: null };
  return { area, subject, userId, ...(external && { external }) };
}

/** Adds the display name, which the ledger stores with each write. */
function named(caller: Caller, response: Response): Caller {
  const { name } = principalOf(response);
  return name === undefined ? caller : { ...caller, name };
}

/** Throws `not_found` for a text that can't be an id. */
function readPathParams(raw: Record<string, string | string[] | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text)) throw new Problem('not_found');
      return [name, Number(text)];
    }),
  );
}
