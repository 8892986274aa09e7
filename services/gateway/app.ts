import express, { type Express, type Request, type Response, type RequestHandler } from 'express';
import helmet from 'helmet';
import { eventsExchange } from '#shared/platform/amqp/topology.ts';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { observeRequests } from '#shared/platform/http/observe-requests.ts';
import { idKeys } from '#shared/platform/process/internal-secrets.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { createApiRouter } from './api-router.ts';
import { admit, admitStrangers, countRejected, createCheckoutLimit } from './auth/access.ts';
import type { Authenticate } from './auth/authenticate.ts';
import { createReceiveBody } from './body/receive-body.ts';
import { createConsole, type WaysIn } from './console/serve-console.ts';
import { mountDocs } from './docs/docs.ts';
import { createEventsRouter } from './events/events-router.ts';
import type { Feed } from './events/feed.ts';
import { storeNowhere } from './http/caching.ts';
import { allowOrigins } from './http/cors.ts';
import { mountHealth, type GatewayHealth } from './http/health.ts';
import { pathOf, requestContext } from './http/request-context.ts';
import { ignoreAcceptParameters, requireUnambiguousHeaders } from './http/request-head.ts';
import type { InFlightLimit } from './limits/in-flight-limit.ts';
import type { OpenReads } from './limits/open-reads.ts';
import { createCallerLimit } from './limits/caller-limit.ts';
import type { TakeAllowance } from './limits/rate-limit.ts';
import { createOperationsRouter } from './commands/operations-router.ts';
import { routeNotFound } from './problems/problem-response.ts';
import { sendProblem } from './http/send-problem.ts';
import { createForwardRead, jsonTypes } from './reads/forward-read.ts';
import { endpoints, locals } from './http/routes.ts';
import type { QueuedRecords } from './commands/queued-records.ts';
import type { UnseenWatch } from './commands/watch-unseen.ts';
import type { ServiceClient } from './reads/service-client.ts';
import type { SessionStore } from './session/session-store.ts';
import type { CommandSender } from './commands/command-sender.ts';
import type { DiskWatch } from './commands/disk-watch.ts';
import type { IdentityWatch } from './commands/watch-identity.ts';
import { createSubmitCommand } from './commands/submit-command.ts';

/** Forwards reads to the services and sends writes to them as commands. The gateway itself holds no data. */
export function createGatewayApp(deps: {
  settings: SettingsOf<'gateway'>;
  authenticate: Authenticate;
  sessionStore: SessionStore;
  waysIn: WaysIn;
  take: TakeAllowance;
  inFlight: InFlightLimit;
  disks: Pick<DiskWatch, 'refuseWithoutRoom'>;
  identity: Pick<IdentityWatch, 'refuseUncompared'>;
  openReads: OpenReads;
  sender: CommandSender;
  unseen: UnseenWatch;
  queuedRecords: QueuedRecords;
  services: ServiceClient;
  feed: Feed;
  health: GatewayHealth;
  log: Log;
}): Express {
  const { settings, sessionStore: store, take, log } = deps;
  const { STORE_NAMESPACE: namespace, PUBLIC_URL: publicUrl, RATE_LIMIT_PER_MINUTE: perMinute } = settings;
  const [keys, locale] = [idKeys(settings), storeUnits(settings)];
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', settings.TRUST_PROXY)
    .set('query parser', false);
  app.use(observeRequests);
  app.use(requestContext(log));
  app.use(warnOfProxy(log, settings.TRUST_PROXY));
  app.use('/api', storeNowhere);
  app.use(requireUnambiguousHeaders, ignoreAcceptParameters);
  app.use('/api', countRejected({ take, perMinute }));
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(allowOrigins(settings.CORS_ORIGINS));
  mountHealth(app, deps.health);
  // A proxy may pass on any `X-Forwarded-Proto` that a client sent, so any value except `https` means `http`.
  const baseUrl = (request: Request) =>
    publicUrl ?? `${request.secure ? 'https' : 'http'}://${request.get('Host') ?? 'localhost'}`;
  const countCheckout = createCheckoutLimit(take, settings.CHECKOUT_RATE_LIMIT_PER_MINUTE);
  const ofConsole = { namespace, units: locale, secret: keys.commands, imageHosts: settings.IMAGE_HOSTS };
  const console = createConsole({ ...deps, ...ofConsole, store, baseUrl });
  const access = admit({ identify: console.identify, take, perMinute, countCheckout });
  // Count every request before any check can reject it, so that every error response has the rate limit headers.
  app.use('/api', access, requireAcceptable);
  app.use(admitStrangers({ take, perMinute }));
  mountDocs(app, { baseUrl, publicUrl, locale, exchange: eventsExchange(namespace) });
  app.use(console.router);
  const countStream = createCallerLimit(settings.STREAMS_PER_CALLER, 'too_many_streams', 5);
  const submitCommand = createSubmitCommand({ ...deps, locale, keys });
  const forwardRead = createForwardRead({ ...deps, locale });
  const ofOperations = { keys: keys.operations, countStream, stopping: deps.feed.closed };
  app.use(createOperationsRouter({ ...deps, ...ofOperations, submitCommand, locale, baseUrl }));
  app.use(createEventsRouter({ ...deps, secret: keys.commands, countStream, locale }));
  const receiveBody = createReceiveBody();
  app.use(createApiRouter({ forwardRead, submitCommand, receiveBody, countCheckout, baseUrl }));
  app.use((request: Request) => {
    throw routeNotFound(pathOf(request));
  });
  app.use(sendProblem(log));
  return app;
}

/** A parameter in a path matches any segment. The pattern ignores case and a slash at the end, as the routes do. */
const pathPattern = (...paths: string[]) =>
  new RegExp(`^(${paths.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`, 'i');

const listPaths = pathPattern(
  ...[...endpoints, ...locals]
    .filter(({ declared }) => 'list' in declared && declared.list)
    .map(({ declared }) => declared.path),
);

/** The media types of the endpoints that can respond in other formats than JSON, such as the report of bulk work. */
const forms = locals
  .map(({ declared }) => ({
    path: pathPattern(declared.path),
    types: Object.keys(declared.responses[200]?.content ?? {}),
  }))
  .filter(({ types }) => types.length > 0);

/** Throws `not_acceptable` (406) if the client accepts none of the path's media types. Lists check `Accept` themselves. */
function requireAcceptable(request: Request, _response: Response, next: () => void): void {
  if ((request.method === 'GET' || request.method === 'HEAD') && listPaths.test(pathOf(request))) {
    next();
    return;
  }
  const own = forms.find(({ path }) => path.test(pathOf(request)));
  if (request.accepts([...jsonTypes, ...(own?.types ?? [])]) === false) {
    throw new Problem(
      'not_acceptable',
      own ? detail('only_forms', { types: own.types.join(', ') }) : detail('only_json'),
    );
  }
  next();
}

/** If `TRUST_PROXY` is 0 behind a proxy, all clients have the proxy's address and share one limit. Logs this warning once. */
function warnOfProxy(log: Log, trustedHops: number): RequestHandler {
  let hasWarned = trustedHops > 0;
  return ({ headers }, _response, next) => {
    if (!hasWarned && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      hasWarned = true;
      log.warn(
        'A request came with X-Forwarded-For or Forwarded, and TRUST_PROXY is 0: if a proxy stands in front of the gateway, set ' +
          'TRUST_PROXY to the number of proxies. Until then all clients share one rate limit and one share of connections.',
      );
    }
    next();
  };
}
