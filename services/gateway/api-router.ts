import { Router } from 'express';
import type { Request, Response } from 'express';
import type { Caller } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import { callerOf, requireAnyScope, requireScope, spend } from './auth/access.ts';
import type { CountCheckout } from './auth/access.ts';
import { readParams } from './writes/submit-command.ts';
import type { createWriteAcceptance } from './writes/submit-command.ts';
import { readQuery } from './reads/forward-read.ts';
import type { createReadAnswer } from './reads/forward-read.ts';
import { methodNotAllowed } from './problems/problem-response.ts';
import { effectiveMethod, readBody, withoutMethodField } from './body/request-body.ts';
import type { BodyLimits } from './body/request-body.ts';
import { contextOf, pathOf } from './http/request-context.ts';
import { endpointsByPath } from './routes.ts';
import type { Endpoint } from './routes.ts';

const bodyLimits: BodyLimits = { bytes: 1024 * 1024, values: 10_000 };
const bulkBodyLimits: BodyLimits = { bytes: 8 * 1024 * 1024, values: 120_000 };

/** Routes for every declared endpoint: one per path, the method decided once the body is read. */
export function createApiRouter(deps: {
  answerRead: ReturnType<typeof createReadAnswer>;
  acceptWrite: ReturnType<typeof createWriteAcceptance>;
  countCheckout: CountCheckout;
}): Router {
  const router = Router();
  for (const [path, methods] of endpointsByPath()) {
    router.all(path, (request, response) => handle(methods, request, response));
  }
  return router;

  async function handle(methods: Map<string, Endpoint>, request: Request, response: Response): Promise<void> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Which of the path's methods is meant shows in the body: who may use none of them need not send one.
    requireAnyScope(
      response,
      [...methods.values()].map(({ declared }) => declared.scope),
    );
    const query = readQuery(request);
    const body = isRead ? {} : await readBody(request, limitsFor(methods));
    const method = isRead
      ? 'GET'
      : effectiveMethod(request.method, body, query, request.get('X-HTTP-Method-Override'));
    const endpoint = methods.get(method);
    if (!endpoint) throw methodNotAllowed(method, pathOf(request), allowedMethods(methods));
    const { declared } = endpoint;
    contextOf(response).endpoint = endpoint.id;
    requireScope(response, declared.scope);
    const params = readParams(request.params);
    const caller = commandCaller(response, declared.scope === 'client' ? 'client' : 'admin');
    if (endpoint.kind === 'read') {
      await deps.answerRead(endpoint, params, caller, request, response);
      return;
    }
    if (endpoint.declared.checkoutLimit) spend(response, await deps.countCheckout(response));
    const asked = { endpoint, method, params, caller, body: withoutMethodField(body), query };
    await deps.acceptWrite(asked, request, response);
  }
}

/** Methods of a path for `Allow`; HEAD comes with GET. */
export function allowedMethods(methods: Map<string, Endpoint>): string[] {
  return [...methods.keys()].flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : method === 'PUT' ? ['PUT', 'PATCH'] : [method],
  );
}

function limitsFor(methods: Map<string, Endpoint>): BodyLimits {
  const isBulk = [...methods.values()].some(
    (endpoint) => endpoint.kind === 'write' && endpoint.declared.bulk === true,
  );
  return isBulk ? bulkBodyLimits : bodyLimits;
}

function commandCaller(response: Response, area: Caller['area']): Caller {
  const { subject, userId } = callerOf(response);
  if (area === 'client' && userId === null) throw new Problem('unauthenticated');
  return { area, subject, userId: area === 'client' ? userId : null };
}
