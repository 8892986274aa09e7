import type { Call, CallOptions, Client, Write } from '#clients/typescript/src/main.ts';

/** Who is signed in, and what every page needs of the shop. */
export interface Session {
  subject: string;
  /** For people to read. */
  name: string;
  scopes: string[];
  ends_at: string;
  signed_in_by: 'link' | 'openid';
  currency: string;
  decimals: number;
  time_zone: string;
}

/** The session is the console's own: the API's document has no such calls, and the SDK makes them all the same. */
export function sessionRead(client: Client, options: CallOptions = {}): Call<Session> {
  return client.get<{ 200: { data: Session } }, unknown, false>({ url: '/console/session', ...options });
}

/** `sign_out_url`: where the provider ends its own session. */
export function sessionEnd(client: Client): Write<{ sign_out_url: string | null }> {
  return client.delete<EndResponses, unknown, false>({ url: '/console/session' });
}

/** A session at the console, of anybody. */
export interface KnownSession {
  subject: string;
  name: string;
  signed_in_at: string;
  /** If it is not used before. */
  ends_at: string;
  is_own: boolean;
}

/** All of them; to who may only look, their own. */
export function sessionsRead(client: Client, options: CallOptions = {}): Call<{ sessions: KnownSession[] }> {
  return client.get<{ 200: { data: { sessions: KnownSession[] } } }, unknown, false>({
    url: '/console/sessions',
    ...options,
  });
}

/** Ends all sessions of a person. */
export function sessionsEnd(client: Client, subject: string): Write<{ ended: number }> {
  return client.delete<SessionsEnded, unknown, false>({ url: '/console/sessions', query: { subject } });
}

interface SessionsEnded {
  202: unknown;
  200: { ended: number };
}

/** The code of a one-time link. */
export function signInByLink(client: Client, code: string): Write<unknown> {
  return client.post<Taken, unknown, false>({
    url: '/console/sign-in',
    headers: { 'Content-Type': 'application/json' },
    body: { code },
  });
}

/** What the gateway answers with; that it may take its time (202) is what tells the SDK's types that it is a write. */
interface Taken {
  202: unknown;
  204: undefined;
}

interface EndResponses {
  202: unknown;
  200: { sign_out_url: string | null };
}
