import { Router, type Request, type Response } from 'express';
import { Problem } from '#shared/contracts/errors.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { deriveKey, seal, unseal } from '#shared/platform/process/sealed-text.ts';
import { contextOf } from '../http/request-context.ts';
import { callerKey } from '../auth/access.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { RefusedByProvider, type OpenIdProvider, type SignInChecks } from './openid-provider.ts';
import { keptTokens } from './refresh-session.ts';
import { cookiesOf, readCookie } from './session-cookie.ts';
import { longestSessionMs, type SessionStore } from './session-store.ts';
import type { Sessions } from './sessions.ts';

interface Deps {
  provider: OpenIdProvider;
  sessions: Sessions;
  store: Pick<SessionStore, 'add'>;
  authenticate: Authenticate;
  namespace: string;
  secret: string;
  baseUrl: (request: Request) => string;
  log: Log;
}

const [beginPath, backPath] = ['/console/sign-in/openid', '/console/sign-in/callback'];
const signInMs = 600_000;

/** The sign-in page gets the reason as `?problem=`. */
type SignInFailure = 'refused' | 'expired' | 'no_access' | 'provider_away' | 'redis_away';

/** A sign-in that has begun, stored in an encrypted cookie while the browser is at the provider. */
interface Begun extends SignInChecks {
  /** The browser's earlier session. The session's cookie is `SameSite=Strict`, so the provider's redirect arrives without it. */
  former: string | null;
  returnTo: string;
  until: number;
}

/** Uses the authorization code flow with PKCE, state and nonce. */
export function createOpenIdRouter(deps: Deps): Router {
  const router = Router();
  router.get(beginPath, (request, response) => answer(deps, request, response, begin));
  router.get(backPath, (request, response) => answer(deps, request, response, complete));
  return router;
}

type Step = (deps: Deps, request: Request, response: Response) => Promise<string>;

/** People open these URLs in a browser, so every response redirects to a page, even after an error. */
async function answer(deps: Deps, request: Request, response: Response, step: Step): Promise<void> {
  try {
    response.redirect(303, await step(deps, request, response));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    contextOf(response).refused = failure;
    deps.log.warn({ err: error, failure }, 'signing in failed');
    response.redirect(303, `/console/sign-in?problem=${failure}`);
  }
}

async function begin(deps: Deps, request: Request, response: Response): Promise<string> {
  const { url, checks } = await deps.provider.begin(deps.baseUrl(request) + backPath);
  const former = deps.sessions.idIn(request);
  const begun: Begun = { ...checks, former, returnTo: returnTo(request), until: Date.now() + signInMs };
  const { name, options } = cookiesOf(deps.namespace, deps.baseUrl(request)).signIn;
  response.cookie(name, seal(keyOf(deps), JSON.stringify(begun)), { ...options, maxAge: signInMs });
  return url.href;
}

async function complete(deps: Deps, request: Request, response: Response): Promise<string> {
  const { name, options } = cookiesOf(deps.namespace, deps.baseUrl(request)).signIn;
  const begun = begunIn(readCookie(request.headers.cookie, name), keyOf(deps));
  response.clearCookie(name, options);
  if (begun === null) throw new SignInFailed('expired');
  const url = new URL(deps.baseUrl(request) + backPath);
  url.search = new URL(request.originalUrl, url).search;
  const { granted, person } = await deps.provider.complete(url, begun);
  const { tokens, principal, mayEnter } = await keptTokens(granted, deps.authenticate, Date.now());
  contextOf(response).subject = callerKey(principal);
  // The ID token gives the name, and the access token the rights. Both must belong to the same person.
  if (person.subject !== principal.subject) throw new SignInFailed('refused');
  if (!mayEnter) throw new SignInFailed('no_access');
  const longest = Date.now() + longestSessionMs;
  // Without a refresh token, a session ends with its access token.
  const endsAt = tokens.refresh === null ? Math.min(longest, tokens.accessUntil) : longest;
  const session = { ...person, signedInBy: 'openid' as const, endsAt, tokens };
  await deps.sessions.begin(request, response, await deps.store.add(session), begun.former);
  return begun.returnTo;
}

class SignInFailed extends Error {
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** The failure that the sign-in page shows. Null when the error is a defect of the gateway. */
function failureOf(error: unknown): SignInFailure | null {
  if (error instanceof SignInFailed) return error.failure;
  if (error instanceof RefusedByProvider) return 'refused';
  if (!(error instanceof Problem)) return null;
  if (error.code === 'unavailable')
    return error.details.extra?.['part'] === 'redis' ? 'redis_away' : 'provider_away';
  // The token is not valid for this store, because the settings here and at the provider differ.
  return error.code === 'unauthenticated' ? 'no_access' : null;
}

function keyOf({ secret }: Deps): Buffer {
  return deriveKey(secret, 'sign-in');
}

function begunIn(cookie: string | null, key: Buffer): Begun | null {
  const opened = cookie === null ? null : unseal(key, cookie);
  if (opened === null) return null;
  const begun = JSON.parse(opened) as Begun;
  return Date.now() < begun.until ? begun : null;
}

/** Only pages of the console are allowed. */
function returnTo(request: Request): string {
  const asked = new URL(request.originalUrl, 'http://console').searchParams.get('return_to') ?? '';
  const isOfConsole = /^\/console(?:\/[\w.~/-]*)?(?:\?[^#\\\s]*)?$/.test(asked);
  const leadsOut = asked.includes('//') || asked.includes('/.');
  return isOfConsole && !leadsOut && asked.length < 1000 ? asked : '/console/';
}
