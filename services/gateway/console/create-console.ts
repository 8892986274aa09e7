import { fileURLToPath } from 'node:url';
import { Router, type Request } from 'express';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { ReceiveBody } from '../body/receive-body.ts';
import { storeNowhere } from '../http/caching.ts';
import type { OpenIdProvider } from '../session/openid-provider.ts';
import { createOpenIdRouter } from '../session/openid-router.ts';
import { createKeepFresh } from '../session/refresh-session.ts';
import { createSessionRouter } from '../session/session-router.ts';
import type { SessionStore } from '../session/session-store.ts';
import { createSessions, type Sessions } from '../session/sessions.ts';
import type { UseLink } from '../session/sign-in-link.ts';
import { createConsoleFiles } from './console-files.ts';
import type { SignInBy } from './console-page.ts';
import { createConsoleRouter } from './serve-console.ts';

const builtFolder = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

/** At most one is set. Both are null when a provider issues tokens and sign-in at the provider is not configured. */
export interface WaysIn {
  useLink: UseLink | null;
  provider: OpenIdProvider | null;
}

export interface Console {
  identify: Sessions['identify'];
  router: Router;
}

export function createConsole(deps: {
  namespace: string;
  units: StoreUnits;
  /** Encrypts the cookie of a sign-in at the provider. */
  secret: string;
  authenticate: Authenticate;
  store: SessionStore;
  waysIn: WaysIn;
  receiveBody: ReceiveBody;
  baseUrl: (request: Request) => string;
  log: Log;
}): Console {
  const { namespace, units, secret, authenticate, store, waysIn, receiveBody, baseUrl, log } = deps;
  const { provider } = waysIn;
  const keepFresh = createKeepFresh({ store, provider, authenticate });
  const sessions = createSessions({ store, keepFresh, authenticate, namespace, baseUrl });
  const router = Router();
  router.use(['/console/session', '/console/sessions', '/console/sign-in'], storeNowhere);
  router.use(createSessionRouter({ store, sessions, ...waysIn, receiveBody, baseUrl, units }));
  if (provider !== null) {
    const signIn = { provider, sessions, store, authenticate, namespace, secret, baseUrl, log };
    router.use(createOpenIdRouter(signIn));
  }
  const files = createConsoleFiles(builtFolder);
  router.use(createConsoleRouter({ files, signInBy: signInBy(waysIn) }));
  return { router, identify: sessions.identify };
}

function signInBy({ provider, useLink }: WaysIn): SignInBy {
  if (provider !== null) return 'openid';
  return useLink === null ? 'none' : 'link';
}
