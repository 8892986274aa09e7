import { Router, type Request, type Response } from 'express';
import { invalid, Problem } from '#shared/errors.ts';
import type { StoreUnits } from '#shared/contracts/schema-kit/fields.ts';
import { callerKey } from '../auth/access.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { ReceiveBody } from '../body/receive-body.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import { countedAddress } from '../limits/client-address.ts';
import { methodNotAllowed } from '../problems/problem-response.ts';
import { linkIsOff } from './refusals.ts';
import type { OpenIdProvider } from './openid-provider.ts';
import type { KnownSession, Session, SessionStore } from './session-store.ts';
import type { OpenSession, Sessions } from './sessions.ts';
import type { UseLink } from './sign-in-link.ts';

interface Deps {
  identify: (request: Request) => Promise<Principal>;
  store: Pick<SessionStore, 'list' | 'endAllOf'>;
  sessions: Sessions;
  /** Null when people sign in at an identity provider. */
  useLink: UseLink | null;
  /** Null when people sign in by links. */
  provider: OpenIdProvider | null;
  baseUrl: (request: Request) => string;
  receiveBody: ReceiveBody;
  units: StoreUnits;
}

const codeLimits = { bytes: 8 * 1024, values: 10 };

export function createSessionRouter(deps: Deps): Router {
  const { sessions } = deps;
  const router = Router();
  router
    .route('/console/session')
    .get(async (request, response) => {
      const open = await sessions.open(request);
      contextOf(response).subject = callerKey(open.principal);
      response.json(sessionResource(open, deps.units));
    })
    .delete(async (request, response) => {
      const ended = await sessions.end(request, response);
      const backTo = `${deps.baseUrl(request)}/console/`;
      response.json({ sign_out_url: await signOutUrl(deps.provider, ended, backTo) });
    })
    .all((request) => {
      throw methodNotAllowed(request.method, pathOf(request), ['GET', 'HEAD', 'DELETE']);
    });
  router
    .route('/console/sessions')
    .get(async (request, response) => {
      const { subject, scopes } = await identified(deps, request, response);
      const known = await deps.store.list();
      const shown = scopes.has('admin') ? known : known.filter((one) => one.subject === subject);
      const seen = shown.map((one) => knownSessionResource(one, subject));
      response.json({ data: { sessions: seen } });
    })
    .delete(async (request, response) => {
      const { subject, scopes } = await identified(deps, request, response);
      const asked = subjectIn(request);
      if (asked !== subject && !scopes.has('admin')) throw new Problem('forbidden');
      response.json({ ended: await deps.store.endAllOf(asked) });
    })
    .all((request) => {
      throw methodNotAllowed(request.method, pathOf(request), ['GET', 'HEAD', 'DELETE']);
    });
  router.post('/console/sign-in', async (request, response) => {
    sessions.requireOwnOrigin(request);
    if (deps.useLink === null) throw linkIsOff();
    const { id, subject } = await deps.useLink(await receiveCode(deps.receiveBody, request, response));
    contextOf(response).subject = subject;
    await sessions.begin(request, response, id);
    response.status(204).end();
  });
  return router;
}

/** Throws `forbidden` for a shopper's token. */
async function identified({ identify }: Deps, request: Request, response: Response): Promise<Principal> {
  const principal = await identify(request);
  contextOf(response).subject = callerKey(principal);
  if (!principal.scopes.has('admin:read')) throw new Problem('forbidden');
  return principal;
}

function subjectIn(request: Request): string {
  const subject = new URL(request.originalUrl, 'http://console').searchParams.get('subject');
  if (subject === null || subject === '') throw invalid({ field: 'subject', rule: 'required' });
  return subject;
}

function knownSessionResource({ subject, name, signedInBy, beganAt, endsAt }: KnownSession, reader: string) {
  return {
    subject,
    name,
    signed_in_by: signedInBy,
    signed_in_at: new Date(beganAt).toISOString(),
    ends_at: new Date(endsAt).toISOString(),
    is_own: subject === reader,
  };
}

/** Also revokes the refresh token, in the background. */
async function signOutUrl(
  provider: OpenIdProvider | null,
  ended: Session | null,
  backTo: string,
): Promise<string | null> {
  if (provider === null || ended?.signedInBy !== 'openid') return null;
  const { refresh, id } = ended.tokens;
  if (refresh !== null) provider.revoke(refresh).catch(() => undefined);
  return provider.signOutUrl(id, backTo);
}

/** The body counts against the address, because the caller is not signed in yet. */
async function receiveCode(receiveBody: ReceiveBody, request: Request, response: Response): Promise<string> {
  const caller = `address:${countedAddress(request.ip ?? 'unknown')}`;
  const { fields } = await receiveBody(request, response, { caller, limits: codeLimits });
  const { code } = fields;
  if (typeof code === 'string' && code !== '') return code;
  throw invalid({ field: 'code', rule: code === undefined ? 'required' : 'string' });
}

/** Includes the shop's currency, decimals and time zone, because every page needs them. */
function sessionResource({ session, principal }: OpenSession, units: StoreUnits) {
  return {
    subject: principal.subject,
    name: session.name,
    scopes: [...principal.scopes],
    ends_at: new Date(session.endsAt).toISOString(),
    signed_in_by: session.signedInBy,
    language: session.language,
    currency: units.currency,
    decimals: units.currencyDecimals,
    time_zone: units.timeZone,
  };
}
