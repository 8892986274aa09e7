import express from 'express';
import type { ErrorRequestHandler, Express, Request, Response } from 'express';
import helmet from 'helmet';
import { eventsExchange } from '#shared/amqp/topology.ts';
import type { GatewayConfig } from '#shared/process/config.ts';
import { Problem } from '#shared/errors.ts';
import { observeRequests } from '#shared/http/observe-requests.ts';
import { entityTag } from '#shared/http/read-answer.ts';
import type { Log } from '#shared/process/log.ts';
import { createWriteAcceptance } from './writes/submit-command.ts';
import { admit, createCheckoutLimit } from './auth/access.ts';
import { createReadAnswer } from './reads/forward-read.ts';
import { createApiRouter } from './api-router.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { CommandSender } from './writes/command-sender.ts';
import { allowOrigins } from './http/cors.ts';
import { mountDocs } from './docs/docs.ts';
import { mountHealth } from './http/health.ts';
import type { GatewayHealth } from './http/health.ts';
import { mountOperations } from './operations/operations.ts';
import { problemBody, problemContentType, routeNotFound } from './problems/problem-response.ts';
import type { TakeAllowance } from './limits/rate-limit.ts';
import { contextOf, pathOf, requestContext } from './http/request-context.ts';
import { requireClearHead } from './http/request-head.ts';
import type { ServiceClient } from './reads/service-client.ts';
import type { UnfinishedWrites } from './limits/in-flight-limit.ts';

/** The public HTTP application. It holds no data: reads are forwarded, writes are sent as commands. */
export function createGatewayApp(deps: {
  config: GatewayConfig;
  authenticate: Authenticate;
  take: TakeAllowance;
  unfinished: UnfinishedWrites;
  sender: CommandSender;
  services: ServiceClient;
  health: GatewayHealth;
  log: Log;
}): Express {
  const { config, authenticate, take, sender, services, log } = deps;
  const secret = config.internalSecret;
  const { locale } = config;
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', config.trustProxyHops)
    .set('query parser', false);
  app.use(observeRequests);
  app.use(requestContext(log));
  app.use(requireClearHead);
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(allowOrigins(config.corsOrigins));
  mountHealth(app, deps.health);
  const baseUrl = (request: Request) =>
    config.publicUrl ?? `${request.protocol}://${request.get('Host') ?? 'localhost'}`;
  mountDocs(app, { baseUrl, locale, exchange: eventsExchange(config.namespace) });

  const countCheckout = createCheckoutLimit(take, config.checkoutRatePerMinute);
  app.use('/api', acceptable, admit({ authenticate, take, perMinute: config.ratePerMinute, countCheckout }));
  const operations = express.Router();
  mountOperations(operations, { services, secret, locale, baseUrl });
  app.use(operations);
  app.use(
    createApiRouter({
      answerRead: createReadAnswer({ services, locale, baseUrl }),
      acceptWrite: createWriteAcceptance({
        ...{ sender, services, locale, secret, unfinished: deps.unfinished },
        unfinishedLimit: config.unfinishedPerCaller,
      }),
      countCheckout,
    }),
  );
  app.use((request: Request) => {
    throw routeNotFound(pathOf(request));
  });
  app.use(sendProblem(log));
  return app;
}

/** Answers are JSON (and event streams, NDJSON, CSV where a path says so); whoever takes none of it gets 406. */
function acceptable(request: Request, _response: Response, next: () => void): void {
  const types = [
    'application/json',
    'application/problem+json',
    'text/event-stream',
    'application/x-ndjson',
    'text/csv',
  ];
  if (request.accepts(types) === false) {
    throw new Problem('not_acceptable', { detail: 'This API answers with application/json.' });
  }
  next();
}

/** One shape for every refusal, in the caller's language. */
function sendProblem(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { requestId, language } = contextOf(response);
    const problem = asProblem(error);
    if (problem.code === 'internal_error') log.error({ err: error, request_id: requestId }, 'request failed');
    const { extra = {}, headers = {} } = problem.details;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (problem.code === 'precondition_failed')
      response.setHeader('ETag', entityTag(Number(extra['version']), language));
    const body = problemBody(problem.details, { language, requestId, instance: pathOf(request) });
    response.status(problem.status).setHeader('Content-Type', problemContentType(request.headers.accept));
    response.setHeader('Content-Language', language);
    response.end(JSON.stringify(body));
  };
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Express and Node tell what they could not read by a status of their own.
  const status = (error as { status?: unknown }).status;
  if (status === 400) return new Problem('malformed_query');
  return new Problem('internal_error');
}
