import { Router, type Request, type Response } from 'express';
import { Problem } from '#shared/contracts/errors.ts';
import {
  callerIn,
  enforceAllowance,
  principalOf,
  requireScope,
  writerIn,
  type CountCheckout,
} from './auth/access.ts';
import { noFields } from './body/decode-body.ts';
import { effectiveMethod, withoutMethodField } from './body/effective-method.ts';
import type { BodyLimits, ReceiveBody } from './body/receive-body.ts';
import { contextOf, pathOf } from './http/request-context.ts';
import { readQuery } from './http/request-query.ts';
import { methodNotAllowed } from './problems/problem-response.ts';
import type { Accepts, ForwardRead } from './reads/forward-read.ts';
import { endpointsByPath, type Endpoint } from './http/routes.ts';
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
  const callerArea = scope === 'client' ? 'client' : 'admin';
  if (endpoint.kind === 'read') {
    const caller = callerIn(response, callerArea);
    const url = deps.baseUrl(request) + path;
    const ifNoneMatch = request.get('If-None-Match');
    const accepts: Accepts = (types) => request.accepts(types);
    const isHead = request.method === 'HEAD';
    await deps.forwardRead({ endpoint, params, caller, query, url, ifNoneMatch, accepts, isHead }, response);
    return;
  }
  if (endpoint.declared.checkoutLimit) enforceAllowance(response, await deps.countCheckout(response));
  await deps.submitCommand(
    {
      ...sent,
      ...(typeof pathText === 'string' && { pathText }),
      endpoint,
      method,
      params,
      caller: writerIn(response, callerArea),
      body: withoutMethodField(body),
      query: query.fields,
      idempotencyKey: request.get('Idempotency-Key'),
      ifMatch: request.get('If-Match'),
      prefer: request.get('Prefer'),
    },
    response,
  );
}

function limitsFor(methods: Map<string, Endpoint>): BodyLimits {
  const isBulk = [...methods.values()].some(
    (endpoint) => endpoint.kind === 'write' && endpoint.declared.bulk === true,
  );
  return isBulk ? bulkBodyLimits : bodyLimits;
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
