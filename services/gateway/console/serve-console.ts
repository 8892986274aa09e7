import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Router, type Request, type Response } from 'express';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import { sendNotModified } from '#shared/engine/reads/read-answer.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { allowSharedCaches, storeNowhere } from '../http/caching.ts';
import { pathOf } from '../http/request-context.ts';
import type { OpenIdProvider } from '../session/openid-provider.ts';
import { createOpenIdRouter } from '../session/openid-router.ts';
import { createKeepFresh } from '../session/refresh-session.ts';
import { createSessionRouter } from '../session/session-router.ts';
import type { SessionStore } from '../session/session-store.ts';
import { createSessions } from '../session/sessions.ts';
import type { UseLink } from '../session/sign-in-link.ts';
import { createConsoleFiles, type ConsoleFile, type ConsoleFiles, type Encoding } from './console-files.ts';
import { consolePage, consolePolicy, notBuiltPage, type SignInBy } from './console-page.ts';

const builtFolder = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

/** At most one of the two is set. Both are null if a provider issues tokens, but sign-in at the provider is not configured. */
export interface WaysIn {
  useLink: UseLink | null;
  provider: OpenIdProvider | null;
}

export function createConsole(deps: {
  namespace: string;
  units: StoreUnits;
  /** Encrypts the cookie of a sign-in at the provider. */
  secret: string;
  authenticate: Authenticate;
  store: SessionStore;
  waysIn: WaysIn;
  imageHosts: readonly string[];
  baseUrl: (request: Request) => string;
  log: Log;
}) {
  const { waysIn, imageHosts } = deps;
  const { provider } = waysIn;
  const sessions = createSessions({ ...deps, keepFresh: createKeepFresh({ ...deps, provider }) });
  const router = Router();
  router.use(['/console/session', '/console/sessions', '/console/sign-in'], storeNowhere);
  router.use(createSessionRouter({ ...deps, ...waysIn, sessions }));
  if (provider !== null) router.use(createOpenIdRouter({ ...deps, provider, sessions }));
  const files = createConsoleFiles(builtFolder);
  router.use(createConsoleRouter({ files, signInBy: signInBy(waysIn), imageHosts }));
  return { router, identify: sessions.identify };
}

function signInBy({ provider, useLink }: WaysIn): SignInBy {
  if (provider !== null) return 'openid';
  return useLink === null ? 'none' : 'link';
}

interface Shown {
  signInBy: SignInBy;
  imageHosts: readonly string[];
}

/** Every path without a dot gets the same page, which chooses its view by the path in the browser. */
export function createConsoleRouter({ files, ...shown }: Shown & { files: ConsoleFiles }): Router {
  const router = Router();
  router.get(['/console', '/console/*path'], async (request, response, next) => {
    const path = pathOf(request).replace(/^\/console\/?/i, '');
    if (!path.includes('.')) {
      await sendPage(files, shown, response);
      return;
    }
    const file = await files.find(path);
    if (file === null) next();
    else await sendFile(request, response, file);
  });
  return router;
}

/**
 * Each response has a new nonce, so the page has no ETag: after a 304, the cached page's nonce would violate the new policy.
 * The gateway's other pages forbid browsers to send a Referer. The console allows a Referer for this origin, because on plain
 * http the gateway checks the origin of reads by the Referer.
 */
async function sendPage(files: ConsoleFiles, shown: Shown, response: Response): Promise<void> {
  const built = await files.index();
  const nonce = randomBytes(18).toString('base64');
  response
    .setHeader('Content-Security-Policy', consolePolicy(nonce, shown.imageHosts))
    .setHeader('Referrer-Policy', 'same-origin')
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Content-Type', 'text/html; charset=utf-8');
  if (built === null) response.status(503).end(notBuiltPage);
  else response.end(consolePage(built, { nonce, ...shown }));
}

async function sendFile(request: Request, response: Response, file: ConsoleFile): Promise<void> {
  const { type, tag, isHashed } = file;
  if (isHashed) allowSharedCaches(response);
  else response.setHeader('Cache-Control', 'no-cache');
  response.vary('Accept-Encoding');
  if (sendNotModified(response, request.headers['if-none-match'], tag)) return;
  const encoding = encodingFor(request);
  const bytes = await file.in(encoding);
  const whole = await file.in('identity');
  if (bytes !== whole) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', type).setHeader('Content-Length', bytes.length).end(bytes);
}

function encodingFor(request: Request): Encoding {
  const accepted = request.acceptsEncodings(['br', 'gzip', 'identity']);
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}
