import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import type { Provider } from 'oidc-provider';

const audience = 'https://api.shop.example';
const client = { id: 'console', secret: 'a secret of the console and the provider' };

/** A real OpenID provider on this machine that accepts any login. The login `layla+admin` gets the scope admin. */
export interface TestProvider {
  issuer: string;
  /** The environment of a gateway whose staff sign in at this provider. */
  env: Record<string, string>;
  refreshes: () => number;
  /** Sets the lifetime of future access tokens. */
  setLifetime: (seconds: number) => void;
  /** Revokes all tokens of this user. */
  revoke: (accountId: string) => Promise<void>;
  /** Starts to respond. Until then, the provider closes each connection. */
  serve: (callbackUrls: string[]) => Promise<void>;
  /** Simulates an unavailable provider, which accepts connections and closes them. */
  setAway: (isAway: boolean) => void;
  /** Signs in at this URL as a browser would. Resolves with the URL of the provider's redirect. */
  signIn: (url: string, login: string) => Promise<string>;
  stop: () => Promise<void>;
}

export async function startProvider(): Promise<TestProvider> {
  const state = { refreshes: 0, lifetime: 300, isAway: false, grants: new Map<string, string[]>() };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let handle: ReturnType<Provider['callback']> | undefined;
  let provider: Provider | undefined;
  server.on('request', (request, response) => {
    if (state.isAway || handle === undefined) request.socket.destroy();
    else void handle(request, response);
  });
  return {
    issuer,
    env: {
      AUTH_JWKS_URL: `${issuer}/jwks`,
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: audience,
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_CLIENT_ID: client.id,
      AUTH_OIDC_CLIENT_SECRET: client.secret,
      AUTH_OIDC_RESOURCE: audience,
    },
    refreshes: () => state.refreshes,
    setLifetime: (seconds) => void (state.lifetime = seconds),
    setAway: (isAway) => void (state.isAway = isAway),
    revoke: async (accountId) => {
      for (const id of state.grants.get(accountId) ?? []) await (await provider?.Grant.find(id))?.destroy();
    },
    serve: async (callbackUrls) => {
      provider = await makeProvider(issuer, callbackUrls, () => state.lifetime);
      provider.on('grant.success', ({ oidc }) => {
        if (oidc.params?.['grant_type'] === 'refresh_token') state.refreshes += 1;
      });
      provider.on('grant.error', ({ oidc }) => {
        if (oidc.params?.['grant_type'] === 'refresh_token') state.refreshes += 1;
      });
      provider.on('authorization.success', ({ oidc }) => {
        const { Grant: grant, Session: session } = oidc.entities;
        const accountId = session?.accountId ?? '';
        if (grant?.jti) state.grants.set(accountId, [...(state.grants.get(accountId) ?? []), grant.jti]);
      });
      handle = provider.callback();
    },
    signIn: followSignIn,
    stop: () => stopServer(server),
  };
}

async function makeProvider(
  issuer: string,
  callbackUrls: string[],
  lifetime: () => number,
): Promise<Provider> {
  // On loading, the module warns that it is only for tests. Importing it late lets callers silence the warning.
  const { Provider: MakeProvider } = await import('oidc-provider');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const scopeOf = (accountId: string) => accountId.split('+').slice(1).join(' ');
  const scopes = 'admin admin:read client';
  return new MakeProvider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        id_token_signed_response_alg: 'ES256',
        redirect_uris: callbackUrls,
        grant_types: ['authorization_code', 'refresh_token'],
        post_logout_redirect_uris: callbackUrls.map((url) => new URL('/console/', url).href),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['of this test'] },
    claims: { openid: ['sub'], profile: ['name', 'locale'] },
    conformIdTokenClaims: false,
    rotateRefreshToken: true,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: `Name of ${accountId}`, locale: 'ar-JO' }),
    }),
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetime(),
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    // The login `layla+admin` gets a token with the scope `admin`.
    formats: {
      customizers: {
        jwt: (_context, token, parts) => {
          const { accountId = '' } = token as { accountId?: string };
          parts.payload = { ...parts.payload, scope: scopeOf(accountId) };
        },
      },
    },
  });
}

/** Acts as a browser: keeps the provider's cookies, follows its redirects and submits its forms. */
async function followSignIn(url: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(url);
  let [next, form] = [url, undefined as string | undefined];
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    if (location !== null) {
      [next, form] = [new URL(location, next).href, undefined];
      if (new URL(next).origin !== origin) return next;
      continue;
    }
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
    if (prompt === undefined)
      throw new Error(`The provider answered ${response.status}: ${text.slice(0, 2000)}`);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'x' }) }).toString();
  }
  throw new Error('The provider leads nowhere');
}

async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
