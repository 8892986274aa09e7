import { errors, jwtVerify } from 'jose';
import { localKeys } from '../auth/key-source.ts';
import { loadSigningKeys, signInLinks, signToken } from '../auth/signing-keys.ts';
import { signInNeeded } from './refusals.ts';
import { longestSessionMs, type Session, type SessionStore } from './session-store.ts';

/** Each link from `npm run console` works once. */
export type UseLink = (code: string) => Promise<{ id: string; subject: string }>;

export async function createUseLink(deps: {
  keysDir: string;
  store: Pick<SessionStore, 'addOnce'>;
  now?: () => number;
}): Promise<UseLink> {
  const { keysDir, store, now = Date.now } = deps;
  const readCode = await createReadCode(keysDir, now);
  return async (code) => {
    const { subject, name, scope, ...link } = await readCode(code);
    const endsAt = now() + longestSessionMs;
    const lifetime = longestSessionMs / 1000;
    const access = await signToken(await loadSigningKeys(keysDir), { subject, scope, lifetime });
    const session: Session = {
      subject,
      name,
      language: null,
      signedInBy: 'link',
      endsAt,
      tokens: { access, accessUntil: endsAt, refreshAt: endsAt, refresh: null, id: null },
    };
    const id = await store.addOnce(session, link);
    if (id === null) throw refusedLink('link_used');
    return { id, subject };
  };
}

/** Verifies a link's code. The session store checks whether the link was used before. */
export async function createReadCode(keysDir: string, now: () => number) {
  const keys = await localKeys(keysDir);
  const { type: typ, issuer, audience } = signInLinks;
  const claims = { issuer, audience, typ, requiredClaims: ['exp', 'sub', 'jti', 'scope'] };
  return async (code: string) => {
    try {
      const currentDate = new Date(now());
      const { payload } = await jwtVerify(code, keys, { ...claims, algorithms: ['ES256'], currentDate });
      const { jti = '', sub = '', exp = 0, scope, name } = payload;
      // Reject a shopper's scope: it is useless in the console, and the session would last half a day.
      if (scope !== 'admin' && scope !== 'admin:read') throw refusedLink('link_invalid');
      const called = typeof name === 'string' ? name : sub;
      return { id: jti, subject: sub, name: called, scope, expiresAt: exp * 1000 };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refusedLink('link_expired');
      if (error instanceof errors.JOSEError) throw refusedLink('link_invalid');
      throw error;
    }
  };
}

const whatIsWrong = {
  link_used: 'This link was used before. Create a new link with npm run console.',
  link_expired: 'This link has expired. Create a new link with npm run console.',
  link_invalid: 'This link is not from this store. Create a new link with npm run console.',
};

function refusedLink(reason: keyof typeof whatIsWrong) {
  return signInNeeded(reason, whatIsWrong[reason]);
}
