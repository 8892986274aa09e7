import type { Request, Router } from 'express';
import { sessionLocals } from '#shared/contracts/endpoints/session-endpoints.ts';
import { Problem } from '#shared/contracts/errors.ts';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import { callerKey, principalOf, setPrincipal } from '../auth/access.ts';
import { contextOf } from '../http/request-context.ts';
import { serveLocals } from '../locals/serve-locals.ts';
import { linkIsOff } from './refusals.ts';
import type { OpenIdProvider } from './openid-provider.ts';
import type { KnownSession, Session, SessionStore } from './session-store.ts';
import type { OpenSession, Sessions } from './sessions.ts';
import type { UseLink } from './sign-in-link.ts';

interface Deps {
  store: Pick<SessionStore, 'list' | 'endAllOf'>;
  sessions: Sessions;
  /** Signs in with a link. Null when people sign in at an identity provider. */
  useLink: UseLink | null;
  /** The identity provider. Null when people sign in by links. */
  provider: OpenIdProvider | null;
  baseUrl: (request: Request) => string;
  units: StoreUnits;
}

export function createSessionRouter(deps: Deps): Router {
  const { sessions, useLink } = deps;
  return serveLocals(
    sessionLocals,
    {
      'session.read': async (_asked, request, response) => {
        const open = await sessions.open(request);
        contextOf(response).subject = callerKey(open.principal);
        response.json(sessionResource(open, deps.units));
      },
      'session.end': async (_asked, request, response) => {
        const ended = await sessions.end(request, response);
        const backTo = `${deps.baseUrl(request)}/console/`;
        response.json({ sign_out_url: await signOutUrl(deps.provider, ended, backTo) });
      },
      'sessions.list': async (_asked, _request, response) => {
        const { subject, scopes } = principalOf(response);
        const known = await deps.store.list();
        const shown = scopes.has('admin') ? known : known.filter((one) => one.subject === subject);
        const seen = shown.map((one) => knownSessionResource(one, subject));
        response.json({ data: { sessions: seen } });
      },
      'sessions.end': async ({ query }, _request, response) => {
        const { subject, scopes } = principalOf(response);
        const asked = query().subject;
        if (asked !== subject && !scopes.has('admin')) throw new Problem('forbidden');
        response.json({ ended: await deps.store.endAllOf(asked) });
      },
      'session.begin': async ({ body }, request, response) => {
        sessions.requireOwnOrigin(request);
        if (useLink === null) throw linkIsOff();
        const { id, subject } = await useLink((await body()).code);
        contextOf(response).subject = subject;
        await sessions.begin(request, response, id);
        response.status(204).end();
      },
    },
    {
      locale: deps.units,
      identify: async (request, response) => setPrincipal(response, await sessions.identify(request)),
    },
  );
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
