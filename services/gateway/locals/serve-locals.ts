import { Router, type Request, type Response } from 'express';
import type { AnyLocal, Local, Locals, PathParams } from '#shared/contracts/kit/define.ts';
import type { Field, StoreLocale } from '#shared/contracts/kit/fields.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { principalOf } from '../auth/access.ts';
import { dryRunErrors } from '../body/dry-run.ts';
import { effectiveMethod } from '../body/effective-method.ts';
import type { SentFields } from '../body/form-fields.ts';
import { readBody } from '../body/receive-body.ts';
import { pathOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import { methodNotAllowed } from '../problems/problem-response.ts';

export interface LocalRequest<Path extends string, Query, Body> {
  params: Readonly<Record<keyof PathParams<Path>, string>>;
  /** The validated query. Throws `validation_failed` if it breaks the endpoint's declaration. */
  query: () => Query;
  /** The validated body. Throws `validation_failed` if it breaks the endpoint's declaration. */
  body: () => Promise<Body>;
  /** The body as sent, before validation. */
  sent: () => Promise<Record<string, unknown>>;
}

type Handler<Path extends string, Query, Body> = (
  asked: LocalRequest<Path, Query, Body>,
  request: Request,
  response: Response,
) => Promise<void> | void;

type LocalHandlers<L extends Locals> = {
  [Id in keyof L]: L[Id] extends Local<infer Path, infer Query, infer Body>
    ? Handler<Path, Query, Body>
    : never;
};

interface Deps {
  locale: StoreLocale;
  /** Sets the principal of callers outside `/api`, where no middleware sets it. */
  identify?: (request: Request, response: Response) => Promise<void>;
}

interface Served {
  declared: AnyLocal;
  handle: Handler<string, unknown, unknown>;
}

const bodyLimits = { bytes: 16 * 1024, values: 100 };
/** `bodyLimits` allows no large or heavy body, so a body needs no memory limit and no queue. */
const receiveAtOnce = (request: Request): Promise<SentFields> =>
  readBody(request, bodyLimits, { take: () => undefined, heavyTurn: (read) => read() });

/** Registers one route per declared path. Unsupported methods get 405, callers without the declared scope 403 or 404. */
export function serveLocals<L extends Locals>(
  declarations: L,
  handlers: LocalHandlers<L>,
  { locale, identify }: Deps,
): Router {
  const router = Router();
  const served = Object.entries(declarations).map(([id, declared]): Served => ({
    declared,
    handle: handlers[id] as Served['handle'],
  }));

  async function authorise({ scope, hidden }: AnyLocal, request: Request, response: Response): Promise<void> {
    if (scope === null) return;
    await identify?.(request, response);
    if (!principalOf(response).scopes.has(scope)) throw new Problem(hidden ? 'not_found' : 'forbidden');
  }

  for (const [path, own] of Map.groupBy(served, ({ declared }) => declared.path)) {
    const methods = new Map(own.map((one) => [one.declared.method.toUpperCase(), one]));
    const isBesidePage = own.some(({ declared }) => declared.besidePage);
    // An HTML form can't send DELETE, so its POST contains the intended method (`_method`).
    const takesForms = path.startsWith('/api/') && (methods.has('POST') || methods.has('DELETE'));

    router.all(path, async (request, response, next) => {
      let received: Promise<SentFields> | null = null;
      const sent = async () => (await (received ??= receiveAtOnce(request))).fields;
      let method = request.method === 'HEAD' ? 'GET' : request.method;
      let endpoint = methods.get(method);
      if (!endpoint && isBesidePage) {
        next();
        return;
      }
      // Callers without permission are rejected before their body is read.
      if (endpoint) await authorise(endpoint.declared, request, response);
      const { fields: query } = readQuery(request);
      if (method === 'POST' && takesForms) {
        const override = request.get('X-HTTP-Method-Override');
        method = effectiveMethod('POST', await sent(), query, override);
        if (method !== 'POST') {
          endpoint = methods.get(method);
          if (endpoint) await authorise(endpoint.declared, request, response);
        }
      }
      if (!endpoint) throw methodNotAllowed(method, pathOf(request), [...methods.keys()]);
      const { declared, handle } = endpoint;
      if (takesForms && method !== 'GET' && !declared.bulk) {
        const errors = dryRunErrors({ body: await sent(), query }, locale);
        if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
      }
      const asked = {
        params: request.params as Record<string, string>,
        query: () => valid(declared.query, query, locale),
        body: async () => valid(declared.body, await sent(), locale),
        sent,
      };
      await handle(asked, request, response);
    });
  }
  return router;
}

function valid(field: Field<unknown> | undefined, sent: unknown, locale: StoreLocale): unknown {
  if (!field) return {};
  const { value, errors } = validate(field, sent, locale);
  if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
  return value;
}
