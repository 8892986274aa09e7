import { createContext, use, type ReactNode } from 'react';
import type { Session } from './session-api.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession must be called inside a SessionProvider.');
  return session;
}

/** Read-only users don't see buttons that write. */
export function useMayWrite(): boolean {
  return useSession().scopes.includes('admin');
}
