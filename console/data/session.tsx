import { createContext, use, type ReactNode } from 'react';
import type { Session } from './session-api.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in user and the shop's settings. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('There is no SessionProvider around this part.');
  return session;
}

/** Whether the session may write. Buttons that write are hidden from read-only users. */
export function useMayWrite(): boolean {
  return useSession().scopes.includes('admin');
}
