import type { Call, Client, Write } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from './client.tsx';

export interface Session {
  subject: string;
  name: string;
  scopes: string[];
  ends_at: string;
  currency: string;
  decimals: number;
  time_zone: string;
}

/**
 * The SDK has no functions for session calls, because they are not in the OpenAPI document. So use the SDK's client directly.
 */
export function sessionRead({ client, ...options }: ReadOptions): Call<Session> {
  return client.get<{ 200: { data: Session } }, unknown, false>({ url: '/console/session', ...options });
}

/** The responses to a write. They include 202 only because the SDK's types then treat the call as a write. */
interface Responses<Body> {
  202: unknown;
  200: Body;
}

/** `sign_out_url` is the identity provider's sign-out page. */
export function sessionEnd(client: Client): Write<{ sign_out_url: string | null }> {
  return client.delete<Responses<{ sign_out_url: string | null }>, unknown, false>({
    url: '/console/session',
  });
}

export interface KnownSession {
  subject: string;
  name: string;
  signed_in_at: string;
  /** The time at which the session expires if the user makes no more requests. */
  ends_at: string;
  is_own: boolean;
}

/** A read-only user gets only their own sessions. */
export function sessionsRead({ client, ...options }: ReadOptions): Call<{ sessions: KnownSession[] }> {
  return client.get<{ 200: { data: { sessions: KnownSession[] } } }, unknown, false>({
    url: '/console/sessions',
    ...options,
  });
}

export function sessionsEnd(client: Client, subject: string): Write<{ ended: number }> {
  return client.delete<Responses<{ ended: number }>, unknown, false>({
    url: '/console/sessions',
    query: { subject },
  });
}

export function signInByLink(client: Client, code: string): Write<unknown> {
  return client.post<{ 202: unknown; 204: undefined }, unknown, false>({
    url: '/console/sign-in',
    headers: { 'Content-Type': 'application/json' },
    body: { code },
  });
}
